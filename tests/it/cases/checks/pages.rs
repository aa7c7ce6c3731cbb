//! What is said about pages.

use std::collections::BTreeSet;

use scraper::ElementRef;

use super::super::grammar::Part::{self, Comma, Of, Text, Word};
use super::super::words::{self, BODY, TOC};
use super::super::world::World;
use super::{Verdict, contains, lists, none_of, shortened, that, values};
use crate::page::{self, Page};
use crate::site::{Site, Target};

pub fn index(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    let pages = words::index_pages(site);
    match parts {
        [Word("exists")] => that(!pages.is_empty(), || "no index".to_owned()),
        [Word("lists"), names @ ..] => lists(&words::listed(&pages), names),
        [Word("order"), Word("is"), Word("the"), Word("same"), ..] => {
            let (second, _) = world.other.as_ref()?;
            let index = |path: &str| String::from_utf8_lossy(second.get(path).map_or(&[], Vec::as_slice)).into_owned();
            let others: Vec<Page> = pages.iter().map(|page| Page::new(&page.path, &index(&page.path))).collect();
            let (first, second) = (words::listed(&pages), words::listed(&others.iter().collect::<Vec<_>>()));
            that(!first.is_empty() && first == second, || format!("{first:?}\n{second:?}"))
        }
        [Word(what), rest @ ..] => has_or_lacks(site, &pages, what, rest),
        _ => None,
    }
}

/// `text has "…"`, `html lacks "…"`, with one text or several, over all of `pages`.
fn has_or_lacks(site: &Site, pages: &[&Page], what: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    let content: String = match what {
        "text" => pages.iter().map(|page| page.text() + "\n").collect(),
        "html" => pages.iter().map(|page| site.text(&page.path)).collect(),
        _ => return None,
    };
    contains(&content, parts)
}

pub fn tag_page(site: &Site, tag: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    let page = words::tag_page(site, tag);
    match parts {
        [Word("absent")] => that(page.is_none(), || "there is a page".to_owned()),
        [Word("lists"), names @ ..] => match page {
            Some(page) => lists(&words::listed(&[page]), names),
            None => Some(Err("the tag has no page".to_owned())),
        },
        _ => None,
    }
}

pub fn skill_page(world: &World, name: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    match parts {
        [Word("exists")] => return Some(words::skill_page(site, name).map(drop)),
        [Word("exists"), Word("once")] => {
            let count = words::skill_pages(site, name).len();
            return that(count == 1, || format!("{count} pages"));
        }
        _ => {}
    }
    let page = match words::skill_page(site, name) {
        Ok(page) => page,
        Err(reason) => return Some(Err(reason)),
    };
    match parts {
        [Word("items"), Word(field), Word("="), items @ ..] => {
            let (wanted, there) = (values(items)?, words::items(page, field));
            that(there == wanted, || format!("{field}: {there:?}"))
        }
        [Word("required-by"), Word("lists"), names @ ..] => lists(&words::items(page, "required-by"), names),
        [Word("meta"), Word("description"), rest @ ..] => {
            contains(page.attribute("meta[name=description]", "content").unwrap_or_default(), rest)
        }
        [Word("page"), Word("title"), rest @ ..] => {
            let title = page.select("title").next().map(|title| title.text().collect::<String>());
            contains(&title.unwrap_or_default(), rest)
        }
        [Word("toc"), Word("text"), rest @ ..] => contains(&page.text_of(TOC).unwrap_or_default(), rest),
        [Word("link"), Text(link), rest @ ..] | [Word("html"), Word("link"), Text(link), rest @ ..] => {
            Some(link_leads(world, page, link, rest)?)
        }
        [Word("every"), Word("fragment"), Word("link"), Word("resolves")] => {
            let broken: Vec<String> = site.broken_links("/").into_iter().filter(|link| link.contains('#')).collect();
            none_of(&broken)
        }
        [Word("every"), Word("heading"), Word("has"), Word("an"), Word("id")] => {
            let without: Vec<String> =
                headings(page).filter(|heading| id_of_heading(*heading).is_none()).map(page::text).collect();
            none_of(&without)
        }
        [Word("heading"), Text(title), Word("has"), Word("id"), Text(id)] => {
            let found = headings(page).find(|heading| page::text(*heading).starts_with(title));
            that(found.and_then(id_of_heading) == Some(id), || page.ids().join(" "))
        }
        [Word("block"), Text(text), Word("is"), Word("shown"), Word("as"), Word(language)] => {
            let block = page.select(&format!("{BODY} pre")).find(|block| page::text(*block).contains(text));
            let shown = block.and_then(|block| block.attr("data-lang")).unwrap_or_default();
            that(same_language(shown, language), || format!("shown as {shown:?}"))
        }
        [
            Word("body"),
            Word("has"),
            Word(count),
            Word("check"),
            Word("boxes"),
            Comma,
            Word("all"),
            Word("disabled"),
            Comma,
            Word("exactly"),
            Word(checked),
            Word("checked"),
        ] => {
            let boxes: Vec<_> = page.select(&format!("{BODY} input[type=checkbox]")).collect();
            let with = |name: &str| boxes.iter().filter(|element| element.attr(name).is_some()).count();
            let there = (boxes.len(), with("disabled"), with("checked"));
            let count = count.parse().ok()?;
            that(there == (count, count, checked.parse().ok()?), || format!("boxes, disabled, checked: {there:?}"))
        }
        [Word("html"), rest @ ..] => page_html(site, page, rest),
        [Word("text"), rest @ ..] => has_or_lacks(site, &[page], "text", rest),
        _ => None,
    }
}

fn headings(page: &Page) -> impl Iterator<Item = ElementRef<'_>> {
    page.select(&["h1", "h2", "h3", "h4", "h5", "h6"].map(|level| format!("{BODY} {level}")).join(","))
}

fn id_of_heading(heading: ElementRef<'_>) -> Option<&str> {
    heading.attr("id").filter(|id| !id.is_empty())
}

/// `pre[data-lang]` against the name that a case uses.
fn same_language(shown: &str, language: &str) -> bool {
    let names: &[&str] = match language {
        "js" => &["js", "javascript"],
        "c++" => &["c++", "cpp"],
        "python" => &["python", "py"],
        "rust" => &["rust", "rs"],
        _ => return false,
    };
    names.contains(&shown.to_lowercase().as_str())
}

/// What is said about the raw page and its elements.
fn page_html(site: &Site, page: &Page, parts: &[Part<'_>]) -> Option<Verdict> {
    let html = || site.text(&page.path);
    match parts {
        [Word("count"), Text(text), Word(comparison), Word(number)] => {
            // Elements of the body only: a page has tables of its own.
            let body = page.select(BODY).map(|body| body.html()).collect::<String>();
            let (count, number) = (body.matches(text).count(), number.parse().ok()?);
            let holds = match *comparison {
                "=" => count == number,
                ">=" => count >= number,
                _ => return None,
            };
            that(holds, || format!("{count} times"))
        }
        [Word("lacks"), Word("attribute"), Text(name)] => {
            that(page.elements().all(|element| element.attr(name).is_none()), html)
        }
        [Word("lacks"), Word("href"), Word("scheme"), Text(scheme)] => none_of(&with_scheme(page, scheme)),
        [Word("has"), Word("href"), Text(href)] => that(has_href(page, href), || shortened(&html())),
        [Word("lacks"), Word("href"), hrefs @ ..] => {
            let hrefs: Option<Vec<&str>> = hrefs
                .iter()
                .filter(|part| **part != Word("and"))
                .map(|part| if let Text(href) = part { Some(*href) } else { None })
                .collect();
            let there: Vec<&str> = hrefs?.into_iter().filter(|href| has_href(page, href)).collect();
            none_of(&there)
        }
        [Word("has"), Word("id"), Text(id)] => that(page.ids().contains(id), || page.ids().join(" ")),
        [Word("ids"), Word("are"), Word("unique"), rest @ ..] => {
            let ids = page.ids();
            let unique = ids.iter().collect::<BTreeSet<_>>().len() == ids.len();
            let filled = rest.is_empty() || ids.iter().all(|id| !id.is_empty());
            that(unique && filled, || ids.join(" "))
        }
        [Word("code"), Word("block"), Word("has"), Text(text)] => in_any(page, &format!("{BODY} pre code"), text),
        [Word("list"), Word("item"), Word("has"), Word("code"), Word("block"), Text(text)] => {
            in_any(page, &format!("{BODY} li pre code"), text)
        }
        [
            Word("has"),
            Word("no"),
            Word("element"),
            Word("made"),
            Word("by"),
            Word("the"),
            Word("info"),
            Word("string"),
        ] => {
            let made: Vec<String> = page
                .select(BODY)
                .flat_map(|body| body.descendent_elements())
                .filter(|element| {
                    element.value().name() == "b" || element.value().attrs().any(|(name, _)| name.starts_with("on"))
                })
                .map(|element| element.html())
                .collect();
            none_of(&made)
        }
        rest => contains(&html(), rest),
    }
}

fn in_any(page: &Page, selector: &str, text: &str) -> Option<Verdict> {
    let texts: Vec<String> = page.select(selector).map(page::text).collect();
    that(texts.iter().any(|there| there.contains(text)), || texts.join("\n"))
}

fn has_href(page: &Page, href: &str) -> bool {
    page.select("a[href]").any(|link| link.attr("href") == Some(href))
}

/// Addresses whose scheme, read as a browser reads it, is `scheme`.
pub fn with_scheme(page: &Page, scheme: &str) -> Vec<String> {
    let read = |value: &str| {
        value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect::<String>().to_lowercase()
    };
    page.addresses()
        .into_iter()
        .filter(|(_, _, value)| read(value).starts_with(&format!("{scheme}:")))
        .map(|(element, name, value)| format!("{}: {element} {name}={value:?}", page.path))
        .collect()
}

/// `link "x" resolves …`.
fn link_leads(world: &World, page: &Page, written: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    let follow = |written: &str| {
        let link = words::written_link(world, page, written)?;
        match site.follow(&page.path, &link.href, "/") {
            Target::File(path, fragment) => Ok((path, fragment)),
            other => Err(format!("{} leads to {other:?}", link.href)),
        }
    };
    let (path, fragment) = match follow(written) {
        Ok(target) => target,
        Err(reason) => return Some(Err(reason)),
    };
    let shown = || format!("leads to {path}#{fragment}");
    let heading = || {
        let target = site.pages.get(&path)?;
        headings(target).find(|heading| id_of_heading(*heading) == Some(&fragment)).map(page::text)
    };
    match parts {
        [Word("resolves")] => Some(Ok(())),
        [Word("resolves"), Word("to"), Of("PAGE", name)] => {
            let wanted = words::skill_page(site, name).map(|page| page.path.clone());
            that(wanted.as_deref() == Ok(&path), shown)
        }
        [Word("resolves"), Word("to"), Word("same"), Word("as"), Text(other)] => {
            that(follow(other).as_ref() == Ok(&(path.clone(), fragment.clone())), shown)
        }
        [Word("resolves"), Word("to"), Word("a"), Word("heading")] => that(heading().is_some(), shown),
        [Word("points"), Word("to"), Word("heading"), Text(title)] => {
            that(heading().is_some_and(|heading| heading.starts_with(title)), shown)
        }
        [Word("resolves"), Word("to"), Word("a"), Word("file" | "page"), Word("with"), Text(text)] => {
            let seen = match site.pages.get(&path) {
                Some(page) => page.text(),
                None => site.text(&path),
            };
            that(seen.contains(text), shown)
        }
        _ => None,
    }
}

/// What is said about the page of a companion file.
pub fn companion(world: &World, name: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    let Some(page) = world.site().pages.values().find(|page| page.path.ends_with(name)) else {
        return Some(Err(format!("no page {name}")));
    };
    match parts {
        [Word("link"), Text(link), rest @ ..] => link_leads(world, page, link, rest),
        _ => None,
    }
}

pub fn error_page(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    match parts {
        [Word("served"), Word("for"), Word(address), Word("style"), Word("and"), Word("links"), Word("resolve")] => {
            // The base of the site is what the case builds with; the page is shown wherever a page is missing.
            let base = "/team/catalog/";
            let missing = address.trim_end_matches(':').strip_prefix(base)?;
            let site = world.site();
            let Some(page) = site.pages.get("404.html") else { return Some(Err("no 404.html".to_owned())) };
            let faults = page.addresses().into_iter().filter(|(_, _, href)| !href.starts_with('#')).filter_map(
                |(_, _, href)| match site.follow(missing, href, base) {
                    Target::Nowhere(reason) => Some(reason),
                    Target::File(..) | Target::Foreign => None,
                },
            );
            none_of(&faults.collect::<Vec<_>>())
        }
        [Word("is"), Word("still"), Word("the"), Word("error"), Word("page")] => {
            let title = world.site().pages.get("404.html").and_then(|page| page.text_of("h1"));
            that(title.as_deref().is_some_and(|title| title.to_lowercase().contains("not found")), || {
                format!("{title:?}")
            })
        }
        _ => None,
    }
}
