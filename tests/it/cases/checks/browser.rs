//! What only a browser can tell.

use super::super::grammar::Part::{self, Comma, Of, Word};
use super::super::words;
use super::super::world::World;
use super::{Verdict, none_of};
use crate::browser;
use crate::page::Page;
use crate::site::{Site, Target};

/// `served below /a/b/: …`
pub fn served_below(world: &World, base: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    match parts {
        [Word("every"), Word("internal"), Word("link"), Word("and"), Word("asset"), Word("resolves")] => {
            none_of(&site.broken_links(base))
        }
        [Word("SEARCH"), Word("is"), Word("found"), Word("from"), places @ ..] => {
            let mut faults = Vec::new();
            for place in places.iter().filter(|part| **part != Comma) {
                let page = match place {
                    Word("INDEX") => site.pages.get("index.html"),
                    Of("PAGE", name) => words::skill_page(site, name).ok(),
                    Of("TAG", tag) => words::tag_page(site, tag),
                    _ => return None,
                };
                faults.extend(
                    page.map_or_else(|| vec![format!("no page for {place:?}")], |page| search_faults(site, page, base)),
                );
            }
            none_of(&faults)
        }
        _ => None,
    }
}

/// What keeps a page from finding the search below `base`.
fn search_faults(site: &Site, page: &Page, base: &str) -> Vec<String> {
    let scripts = page.select("script[src]").filter_map(|script| script.attr("src"));
    let search_page = page.select("a[href], form[action]").filter_map(|link| link.attr("href").or(link.attr("action")));
    let leads = |address: &str, wanted: &str| matches!(site.follow(&page.path, address, base), Target::File(path, _) if path.starts_with(wanted));
    let mut faults = Vec::new();
    if !scripts.into_iter().any(|address| leads(address, "assets/")) {
        faults.push(format!("{}: no script", page.path));
    }
    if !search_page.into_iter().any(|address| leads(address, "search.html")) {
        faults.push(format!("{}: no way to the search page", page.path));
    }
    faults
}

/// `SEARCH result link for x resolves`: typed into the search page of a site below a path.
pub fn result_link_resolves(world: &World, name: &str) -> Verdict {
    let links = results(world, name)?;
    let Some(links) = links else { return Ok(()) };
    let wanted = words::skill_page(world.site(), name)?.path.clone();
    let found = links
        .iter()
        .any(|href| world.site().follow("search.html", href, "/") == Target::File(wanted.clone(), String::new()));
    if found { Ok(()) } else { Err(format!("no result leads to {wanted}: {links:?}")) }
}

/// `search page works`: it finds every skill of the catalog by its name.
pub fn search_page_works(world: &World) -> Verdict {
    let names = words::listed(&words::index_pages(world.site()));
    names.iter().take(2).try_for_each(|name| result_link_resolves(world, name))
}

/// The query stands on the search page as it was typed, and makes no element.
pub fn query_is_text(world: &World, query: &str) -> Verdict {
    let Some(page) = search_page(world, query) else { return Ok(()) };
    let made: Vec<String> = page
        .select("main b, main script, main img")
        .map(|element| element.html())
        .filter(|html| !html.contains("src="))
        .collect();
    let text = page.text();
    if !text.contains(query) {
        return Err(format!("the query is not on the page: {text}"));
    }
    if made.is_empty() { Ok(()) } else { Err(made.join("\n")) }
}

/// Where the results for `query` lead; `None` without a browser.
fn results(world: &World, query: &str) -> Result<Option<Vec<String>>, String> {
    let Some(page) = search_page(world, query) else { return Ok(None) };
    // Scripts write whole addresses.
    let folder = browser::file_address(&world.out, "/");
    let hrefs = page.select(words::RESULTS).filter_map(|link| link.attr("href"));
    let links: Vec<String> = hrefs.map(|href| href.strip_prefix(&folder).unwrap_or(href).to_owned()).collect();
    if links.is_empty() { Err(format!("no results: {}", page.text())) } else { Ok(Some(links)) }
}

/// The search page after it looked for `query`.
fn search_page(world: &World, query: &str) -> Option<Page> {
    let address = browser::file_address(&world.out.join("search.html"), &format!("?q={}", browser::encoded(query)));
    Some(Page::new("search.html", &browser::dom(&address)?))
}
