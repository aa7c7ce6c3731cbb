//! Which packages are the same skill, and the address of each.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use super::{LeftOut, address, category};
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::package::Package;
use crate::source::SourceTree;

/// Names are how agents and people ask for a skill.
pub static DUPLICATE_NAME: Rule = Rule {
    code: "duplicate-name",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "a skill name is used once in the catalog",
    why: "Agents load skills by name: of two skills with one name a client keeps the first, the last or none. Inside one \
          parent folder this is an error; between folders that are installed apart, such as plugins, a warning.",
    bad: "skills/tidy/SKILL.md:    name: tidy-up\nskills/clean/SKILL.md:   name: tidy-up",
    good: "skills/tidy/SKILL.md:    name: tidy-up\nskills/clean/SKILL.md:   name: clean-up",
    origin: "SKILL Package Specification 1.0.0, §5; Agent Skills specification, `name`",
};

/// A package with the other folders that hold the same bytes.
pub(super) struct Distinct {
    pub package: Arc<Package>,
    pub copies: Vec<Utf8PathBuf>,
}

/// Leaves out what mirrors a skill in a hidden folder, and merges packages with the same bytes.
pub(super) fn distinct(packages: Vec<Arc<Package>>, source: &SourceTree, left_out: &mut Vec<LeftOut>) -> Vec<Distinct> {
    if !packages.iter().any(|package| is_hidden(&package.folder)) {
        return merge_same_bytes(packages, source, left_out);
    }
    let mut ordinary: BTreeMap<String, Vec<Arc<Package>>> = BTreeMap::new();
    for package in packages.iter().filter(|package| !is_hidden(&package.folder)) {
        ordinary.entry(package.name().to_lowercase()).or_default().push(Arc::clone(package));
    }
    let kept = packages.into_iter().filter(|package| {
        let original = mirrored(package, &ordinary);
        if let Some(original) = original {
            let folder = show(&original.folder);
            let reason = if package.digest == original.digest && contents(package, source) == contents(original, source)
            {
                format!("copy in a hidden folder of the skill in `{folder}`")
            } else {
                format!("in a hidden folder, has the name of the skill in `{folder}` and other files")
            };
            left_out.push(LeftOut { path: package.main_path(source).to_owned(), reason });
        }
        original.is_none()
    });
    merge_same_bytes(kept.collect(), source, left_out)
}

/// The folder for people: the root has no name of its own.
pub(super) fn show(folder: &Utf8Path) -> &str {
    if folder.as_str().is_empty() { "." } else { folder.as_str() }
}

fn merge_same_bytes(
    mut packages: Vec<Arc<Package>>,
    source: &SourceTree,
    left_out: &mut Vec<LeftOut>,
) -> Vec<Distinct> {
    // The plainest place stands for all: not hidden, then near the root, then first by name.
    packages.sort_by_cached_key(|package| {
        (is_hidden(&package.folder), package.folder.components().count(), package.folder.clone())
    });
    // Only packages with equal instructions are worth comparing file by file.
    let mut digests: HashMap<u64, usize> = HashMap::new();
    for package in &packages {
        *digests.entry(package.digest).or_default() += 1;
    }
    let mut seen: BTreeMap<Contents, usize> = BTreeMap::new();
    let mut merged: Vec<Distinct> = Vec::with_capacity(packages.len());
    for package in packages {
        let first = if digests[&package.digest] > 1 {
            *seen.entry(contents(&package, source)).or_insert(merged.len())
        } else {
            merged.len()
        };
        match merged.get_mut(first) {
            None => merged.push(Distinct { package, copies: Vec::new() }),
            Some(first) => {
                left_out.push(LeftOut {
                    path: package.main_path(source).to_owned(),
                    reason: format!("same bytes as `{}`", show(&first.package.folder)),
                });
                first.copies.push(package.folder.clone());
            }
        }
    }
    merged.sort_by(|a, b| a.package.folder.cmp(&b.package.folder));
    merged
}

/// Path inside the package and bytes of each published file.
type Contents = Vec<(Utf8PathBuf, Vec<u8>)>;

/// Every published file of a package, by its path inside the package.
fn contents(package: &Package, source: &SourceTree) -> Contents {
    let own = package.skill_md.into_iter().chain(package.skill_toml);
    own.chain(package.companions.iter().map(|companion| companion.file))
        .map(|file| {
            let path = source.path(file).strip_prefix(&package.folder).unwrap_or(source.path(file)).to_owned();
            (path, source.bytes(file).map(std::borrow::Cow::into_owned).unwrap_or_default())
        })
        .collect()
}

fn is_hidden(folder: &Utf8Path) -> bool {
    folder.components().any(|part| part.as_str().starts_with('.'))
}

/// The ordinary skill that `package`, in a hidden folder, repeats: it has the same name and lies in
/// the folder that holds the hidden one.
fn mirrored<'a>(package: &Package, ordinary: &'a BTreeMap<String, Vec<Arc<Package>>>) -> Option<&'a Arc<Package>> {
    let project: Utf8PathBuf = package.folder.components().take_while(|part| !part.as_str().starts_with('.')).collect();
    if project == package.folder {
        return None;
    }
    ordinary.get(&package.name().to_lowercase())?.iter().find(|original| original.folder.starts_with(&project))
}

/// Addresses of skills: for each package its id, and the groups of those that share a name.
pub(super) struct Ids {
    pub ids: Vec<String>,
    /// The plain id, the name that is shown, and the positions of the packages.
    pub shared: Vec<(String, String, Vec<usize>)>,
}

/// The name where it is the only one; else the name with the shortest piece of the folder that
/// tells the skills apart, for each of them. No slug holds `--`, so the two never meet.
pub(super) fn ids(packages: &[(&str, &Utf8Path)]) -> Ids {
    let mut by_slug: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, (name, _)) in packages.iter().enumerate() {
        by_slug.entry(address::slug(name)).or_default().push(at);
    }
    let mut taken: BTreeSet<String> = by_slug.keys().cloned().collect();
    let mut ids = vec![String::new(); packages.len()];
    let mut shared = Vec::new();
    for (slug, members) in by_slug {
        if let [only] = members[..] {
            ids[only] = slug;
            continue;
        }
        let folders: Vec<&Utf8Path> = members.iter().map(|at| packages[*at].1).collect();
        for (at, piece) in members.iter().zip(telling_pieces(&folders)) {
            let id = format!("{slug}--{piece}");
            ids[*at] = if taken.insert(id.clone()) { id } else { address::numbered(&id, &mut taken) };
        }
        shared.push((slug, packages[members[0]].0.to_owned(), members));
    }
    Ids { ids, shared }
}

/// For each folder the shortest run of its path, counted from the end, that differs from the
/// others' as a slug. Folders such as `skills` tell a reader nothing and are tried last.
fn telling_pieces(folders: &[&Utf8Path]) -> Vec<String> {
    let parts = |wanted: fn(&str) -> bool| -> Vec<Vec<String>> {
        let of = |folder: &&Utf8Path| {
            folder.components().rev().map(|part| part.as_str()).filter(|part| wanted(part)).map(address::slug).collect()
        };
        folders.iter().map(of).collect()
    };
    let whole = parts(|_| true);
    let last_resort = || whole.iter().map(|parts| run(parts, 0, parts.len())).collect();
    pieces(&parts(category::is_named)).or_else(|| pieces(&whole)).unwrap_or_else(last_resort)
}

/// One piece for each list of parts, all different: a single part, or as many as it takes.
fn pieces(parts: &[Vec<String>]) -> Option<Vec<String>> {
    let deepest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let single = (0..deepest).map(|at| (at, at + 1));
    let runs = (1..=deepest).map(|to| (0, to));
    single.chain(runs).find_map(|(from, to)| {
        let pieces: Vec<String> = parts.iter().map(|parts| run(parts, from, to)).collect();
        (pieces.iter().collect::<BTreeSet<_>>().len() == pieces.len()).then_some(pieces)
    })
}

fn run(parts: &[String], from: usize, to: usize) -> String {
    let run: Vec<&str> = parts.iter().take(to).skip(from).rev().map(String::as_str).collect();
    if run.is_empty() { "root".to_owned() } else { run.join("-") }
}

/// A finding for each skill whose name another one has too.
pub(super) fn duplicate_names(packages: &[&Package], shared: &[Vec<usize>], source: &SourceTree) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for members in shared {
        for at in members {
            let package = packages[*at];
            let others: Vec<&Utf8Path> =
                members.iter().filter(|other| *other != at).map(|other| packages[*other].folder.as_path()).collect();
            let siblings = others.iter().any(|other| other.parent() == package.folder.parent());
            let span = package.manifest.name.as_ref().map(|name| name.span);
            let path = span.map_or_else(|| package.main_path(source), |span| source.path(span.file));
            let message = format!(
                "skill name `{}` of `{}` is also used in {}",
                package.name(),
                show(&package.folder),
                list(&others)
            );
            findings.push(
                Diagnostic::new(&DUPLICATE_NAME, package.format(), path, message)
                    .at_opt(span)
                    .level(if siblings { Level::Error } else { Level::Warning })
                    .help("give each skill a name of its own, or remove the copy"),
            );
        }
    }
    findings
}

fn list(folders: &[&Utf8Path]) -> String {
    crate::text::some_of(folders.iter().map(|folder| format!("`{}`", show(folder))), 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(packages: &[(&str, &str)]) -> Vec<String> {
        let packages: Vec<(&str, &Utf8Path)> =
            packages.iter().map(|(name, folder)| (*name, Utf8Path::new(*folder))).collect();
        ids(&packages).ids
    }

    #[test]
    fn a_single_name_is_the_address() {
        assert_eq!(made(&[("tidy-up", "a/x"), ("Other One", "b/x")]), ["tidy-up", "other-one"]);
    }

    #[test]
    fn equal_names_are_told_apart_by_the_shortest_piece() {
        assert_eq!(made(&[("tidy", "one/tidy"), ("tidy", "two/tidy")]), ["tidy--one", "tidy--two"]);
        assert_eq!(made(&[("tidy", "first-home"), ("Tidy", "second-home")]), ["tidy--first-home", "tidy--second-home"]);
        assert_eq!(made(&[("t", "a/x/t"), ("t", "a/y/t"), ("t", "b/y/t")]), ["t--a-x-t", "t--a-y-t", "t--b-y-t"]);
        assert_eq!(made(&[("t", ""), ("t", "t")]), ["t--root", "t--t"]);
    }

    #[test]
    fn a_qualified_address_never_takes_a_plain_one() {
        assert_eq!(made(&[("t", "a/t"), ("t", "b/t"), ("t--a", "c")]), ["t--a", "t--b", "t-a"]);
    }
}
