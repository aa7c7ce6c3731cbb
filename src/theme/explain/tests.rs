//! Every kind of mistake in a user's template: which file and line it names, and what it says of ours.

use super::super::tests::overridden;

/// Why a theme with these templates cannot be used.
fn refused(templates: &[(&str, &str)]) -> String {
    let files: Vec<(String, &str)> =
        templates.iter().map(|(name, text)| (format!("templates/{name}"), *text)).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let error = overridden(&files).err().expect("the theme is wrong");
    format!("{error:#}")
}

/// Why a theme cannot be used whose skill page says `inside` in its heading.
fn in_heading(inside: &str) -> String {
    refused(&[("skill.html", &heading(inside))])
}

fn heading(inside: &str) -> String {
    format!("{{% extends \"skillsite/skill.html\" %}}\n{{% block heading %}}{inside}{{% endblock %}}\n")
}

/// The error begins with the place and the message, tells the message once, and ends with our version.
fn tells(error: &str, line: usize, message: &str) {
    let begin = format!("in the template `theme/templates/skill.html`, line {line}: {message}");
    assert!(error.starts_with(&begin), "{error}");
    assert_eq!(error.to_lowercase().matches(&message.to_lowercase()).count(), 1, "{error}");
    assert!(!error.contains("error:") && !error.contains("--> "), "{error}");
    assert!(
        error.contains("our version of the block `heading`, in `skillsite/skill.html`:\n{% block heading"),
        "{error}"
    );
    assert!(error.ends_with("endblock %}"), "{error}");
}

#[test]
fn an_unknown_filter_is_named_with_its_line_and_our_block() {
    let error = in_heading("{{ page.name | nofilter }}");
    tells(&error, 2, "unknown filter `nofilter`\n  |\n2 | {% block heading %}");
    assert!(error.contains("^^^"), "{error}");
}

#[test]
fn an_unknown_function_is_named_with_its_line_and_our_block() {
    tells(&in_heading("\n{{ nofunction(a=1) }}"), 3, "unknown function `nofunction`");
}

#[test]
fn an_unknown_test_is_named_with_its_line_and_our_block() {
    tells(&in_heading("{% if page.name is notest %}{% endif %}"), 2, "unknown test `notest`");
}

#[test]
fn an_unknown_component_is_named_with_its_line_and_our_block() {
    tells(&in_heading("{{ <nocomponent /> }}"), 2, "unknown component `nocomponent`");
}

#[test]
fn a_syntax_error_is_named_with_its_line_and_our_block() {
    let error = in_heading("{{ page.name \n");
    assert!(error.starts_with("in the template `theme/templates/skill.html`, line "), "{error}");
    assert!(error.contains("our version of the block `heading`, in `skillsite/skill.html`:\n"), "{error}");
}

#[test]
fn an_unknown_variable_is_named_with_its_line_and_our_block() {
    let text = "<main>\n{% block heading %}{{ nope }}{% endblock %}\n</main>";
    let theme = overridden(&[("templates/skill.html", text)]).unwrap();
    let error = theme.templates.render("skill.html", &tera::Context::new()).unwrap_err();
    tells(&theme.explain(&error).to_string(), 2, "variable `nope` is not defined");
}

#[test]
fn several_mistakes_are_all_told() {
    let error = in_heading("{{ page.name | one }}\n{{ page.name | two }}");
    assert!(
        error.contains("line 2: unknown filter `one`") && error.contains("line 3: unknown filter `two`"),
        "{error}"
    );
}

#[test]
fn a_missing_parent_is_named_with_its_line_and_the_nearest_template() {
    let error =
        refused(&[("skill.html", "\n{% extends \"skillsite/skil.html\" %}\n{% block heading %}{% endblock %}")]);
    assert!(
        error.starts_with(
            "in the template `theme/templates/skill.html`, line 2: there is no template `skillsite/skil.html`, \
             did you mean `skillsite/skill.html`?\n\nour version of the template is `skillsite/skill.html` with the blocks "
        ),
        "{error}"
    );
}

#[test]
fn a_template_that_extends_itself_is_told_where_ours_is() {
    let error = refused(&[("skill.html", "{% extends \"skill.html\" %}")]);
    let message = "line 1: the template extends itself; ours is `skillsite/skill.html`\n";
    assert!(error.starts_with(&format!("in the template `theme/templates/skill.html`, {message}")), "{error}");
}

#[test]
fn templates_that_extend_each_other_are_told_with_the_whole_way() {
    let error =
        refused(&[("base.html", "{% extends \"frame.html\" %}"), ("frame.html", "\n{% extends \"base.html\" %}")]);
    assert!(error.starts_with("in the template `theme/templates/"), "{error}");
    assert!(error.contains(": the template extends itself: `theme/templates/"), "{error}");
    // By way of one of ours.
    let error = refused(&[("base.html", "{% extends \"home.html\" %}{% block hero %}{% endblock %}")]);
    assert!(error.starts_with("in the template `theme/templates/base.html`, line 1: the template extends "), "{error}");
}

#[test]
fn a_bad_include_is_named_with_its_line_and_our_block() {
    let error = in_heading("{% include \"tab.html\" %}");
    tells(&error, 2, "there is no template `tab.html`, did you mean `tabs.html`?");
}

#[test]
fn a_template_that_includes_itself_is_told_where_ours_is() {
    let error = refused(&[("tabs.html", "mine\n{% include \"tabs.html\" %}")]);
    let message = "line 2: the template includes itself; ours is `skillsite/tabs.html`";
    assert!(error.starts_with(&format!("in the template `theme/templates/tabs.html`, {message}")), "{error}");
    assert!(error.contains("our version of the template is `skillsite/tabs.html`:\n<div class=\"install\""), "{error}");
    let error = refused(&[("tabs.html", "{% include \"a.html\" %}"), ("a.html", "\n{% include \"tabs.html\" %}")]);
    assert!(error.contains("the template includes itself: `theme/templates/"), "{error}");
}

#[test]
fn a_part_of_ours_that_lacks_a_value_is_told_with_the_line_that_uses_it() {
    let theme = overridden(&[("templates/home.html", "one\n{% include \"tabs.html\" %}")]).unwrap();
    let error = theme.templates.render("home.html", &tera::Context::new()).unwrap_err();
    let error = theme.explain(&error).to_string();
    assert!(
        error.starts_with(
            "in the template `skillsite/tabs.html`, line 1, used in `theme/templates/home.html`, line 2: "
        ),
        "{error}"
    );
    assert!(error.contains("our version of the template is `skillsite/home.html` with the blocks "), "{error}");
}

#[test]
fn a_broken_template_is_named_with_its_line() {
    let error = overridden(&[("templates/home.html", "one\ntwo {{ site.title \n")]).err().unwrap().to_string();
    assert!(error.starts_with("in the template `theme/templates/home.html`, line "), "{error}");
}

#[test]
fn a_broken_block_is_shown_beside_ours() {
    let text = "{% extends \"skillsite/skill.html\" %}\n{% block trigger %}\n{{ page.trigger.text \n{% endblock %}\n";
    let error = overridden(&[("templates/skill.html", text)]).err().unwrap().to_string();
    assert!(error.starts_with("in the template `theme/templates/skill.html`, line "), "{error}");
    assert!(
        error.contains("our version of the block `trigger`, in `skillsite/skill.html`:\n{% block trigger"),
        "{error}"
    );
    assert!(error.ends_with("endblock %}"), "{error}");
    // A block that the template has from the one that it extends.
    let text = "{% extends \"skillsite/skill.html\" %}\n{% block brand %}{{ x \n{% endblock %}\n";
    let error = overridden(&[("templates/skill.html", text)]).err().unwrap().to_string();
    assert!(error.contains("our version of the block `brand`, in `skillsite/base.html`:\n"), "{error}");
}
