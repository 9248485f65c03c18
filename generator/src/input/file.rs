//! One file of inputs: its facts, each with what it takes over from its group and from the head.

use anyhow::{anyhow, bail};

use super::members;
use super::table::Table;
use super::variables::{InTurn, Scope, Variables, member, plain, rows};
use crate::computed;
use crate::given::{self, Given, Members, Value};
use crate::near::near;

/// What surrounds a fact: members that it takes over, and variables.
#[derive(Clone, Default)]
struct Around {
    members: Members,
    variables: Variables,
    /// Names that stand for one of several texts.
    in_turn: InTurn,
}

/// Reads the text of a file: what its facts are for, and the facts in the order of the text.
pub(super) fn read(file: &str, text: &str) -> anyhow::Result<(String, Vec<Table>)> {
    let members = given::parse(text).map_err(|error| anyhow!("{file}: {error}"))?;
    let head = Table {
        file: file.to_owned(),
        line: 1,
        owner: "head".to_owned(),
        members,
    };
    head.only(&[members::OF_HEAD, &members::of_any_fact()].concat())?;
    let about = head.some_text("about")?.to_owned();
    let mut around = Around::default();
    around.add(&head, members::OF_HEAD)?;
    Ok((about, facts_of(&head, &around)?))
}

/// The facts of a head or group, its own and those of the groups in it.
fn facts_of(table: &Table, around: &Around) -> anyhow::Result<Vec<Table>> {
    let mut facts = Vec::new();
    for (kind, block) in blocks(table)? {
        if kind == "fact" {
            facts.extend(expanded(&block, around)?);
        } else {
            facts.extend(group(&block, around)?);
        }
    }
    Ok(facts)
}

/// Facts and groups in the order of the text.
fn blocks(table: &Table) -> anyhow::Result<Vec<(&'static str, Table)>> {
    let mut blocks = Vec::new();
    for kind in ["fact", "group"] {
        let Some(given) = table.given(kind) else {
            continue;
        };
        let Value::List(list) = &given.value else {
            return Err(table.wrong(kind, format!("expected [[{kind}]]")));
        };
        for given in list {
            let Value::Table(members) = &given.value else {
                return Err(table.wrong(kind, format!("expected [[{kind}]]")));
            };
            let owner = match member(members, "name").map(plain) {
                Some(Ok(name)) => format!("{kind} {name:?}"),
                _ => kind.to_owned(),
            };
            let block = Table {
                file: table.file.clone(),
                line: given.line,
                owner,
                members: members.clone(),
            };
            blocks.push((kind, block));
        }
    }
    blocks.sort_by_key(|(_, block)| block.line);
    Ok(blocks)
}

fn group(block: &Table, around: &Around) -> anyhow::Result<Vec<Table>> {
    block.only(&[members::OF_GROUP, &members::of_any_fact()].concat())?;
    if !["fact", "group", "computed"]
        .iter()
        .any(|name| block.has(name))
    {
        bail!(block.error("there is no fact in it"));
    }
    let mut facts = Vec::new();
    for row in rows(block.given("each")).map_err(|error| block.error(error))? {
        let mut around = around.clone();
        around.variables.extend(row);
        around.add(block, members::OF_GROUP)?;
        if let Some(name) = block.text("computed")? {
            let computed = computed::facts(name, &around.members, block.line)
                .map_err(|error| block.wrong("computed", format!("{error:#}")))?;
            for members in computed {
                facts.push(fact(&with_members(block, members), &around)?);
            }
        }
        facts.extend(facts_of(block, &around)?);
    }
    Ok(facts)
}

fn with_members(block: &Table, members: Members) -> Table {
    Table {
        file: block.file.clone(),
        line: block.line,
        owner: "fact".to_owned(),
        members,
    }
}

/// The fact, once for each row of its own `each`.
fn expanded(block: &Table, around: &Around) -> anyhow::Result<Vec<Table>> {
    let rows = rows(block.given("each")).map_err(|error| block.error(error))?;
    let mut facts = Vec::new();
    for row in rows {
        let mut around = around.clone();
        around.variables.extend(row);
        if is_there(block, &around.variables)? {
            facts.push(fact(block, &around)?);
        }
    }
    Ok(facts)
}

/// Whether the variables have some of the values that `where` gives for each.
fn is_there(block: &Table, variables: &Variables) -> anyhow::Result<bool> {
    let Some(conditions) = block.any_table("where")? else {
        return Ok(true);
    };
    for (name, _) in &conditions.members {
        let Some(found) = variables.get(name) else {
            return Err(conditions.wrong(name, "there is no such variable"));
        };
        if !conditions.texts(name)?.contains(&found.as_str()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The fact with what it takes over, and with texts in the place of names.
fn fact(block: &Table, around: &Around) -> anyhow::Result<Table> {
    let mut own = around.clone();
    own.add(block, members::OF_FACT)?;
    let members = &own.members;
    let resolved = |variables: &Variables, at: &Table, name: &str| {
        let given = member(members, name).ok_or_else(|| at.error(format!("{name} is missing")))?;
        let resolved = Scope { variables, members }.resolved(given);
        resolved.map_err(|error| at.wrong(name, format!("{error:#}")))
    };
    let text = |name: &str| plain(&resolved(&own.variables, block, name)?);
    let kind = text("kind")?;
    let Some(known) = members::of_kind(&kind) else {
        let meant = near(&kind, members::OF_KIND.iter().map(|(kind, _)| *kind));
        return Err(block.wrong("kind", format!("there is no kind {kind:?}{meant}")));
    };
    block.only(&[members::OF_FACT, &known].concat())?;
    let name = text("name")?;
    // A refused fact differs from its twin in nothing but the mistake.
    let twin = member(members, "refused").and_then(|_| text("twin").ok());
    let variables = own
        .in_turn
        .chosen(&own.variables, twin.as_ref().unwrap_or(&name));
    let mut fact = Table {
        file: block.file.clone(),
        line: block.line,
        owner: format!("fact {name:?}"),
        members: block.members.clone(),
    };
    let given = known
        .into_iter()
        .filter(|name| member(members, name).is_some());
    fact.members = given
        .map(|name| Ok((name.to_owned(), resolved(&variables, &fact, name)?)))
        .collect::<anyhow::Result<_>>()?;
    Ok(fact)
}

impl Around {
    /// Adds the members of a head or group, but for those that only it has.
    fn add(&mut self, table: &Table, own: &[&str]) -> anyhow::Result<()> {
        if let Some(texts) = table.any_table("let")? {
            for (name, given) in &texts.members {
                if let Value::List(_) = given.value {
                    self.variables.remove(name);
                    self.in_turn.add(name, texts.texts(name)?);
                } else {
                    let text = texts.some_text(name)?.to_owned();
                    self.variables.insert(name.clone(), text);
                }
            }
        }
        for (name, given) in &table.members {
            if !own.contains(&name.as_str()) {
                put(&mut self.members, name, given.clone());
            }
        }
        Ok(())
    }
}

/// Gives a member, in the place of one of the same name; but what is to be set comes after what is
/// to be set already, and documents are added to those that are there.
fn put(members: &mut Members, name: &str, given: Given) {
    let Some((_, known)) = members.iter_mut().find(|(known, _)| known == name) else {
        members.push((name.to_owned(), given));
        return;
    };
    match (name, &mut known.value, given.value) {
        ("set" | "documents", Value::Table(earlier), Value::Table(later)) => {
            earlier.retain(|(name, _)| member(&later, name).is_none());
            earlier.extend(later);
        }
        (_, value, later) => *value = later,
    }
    known.line = given.line;
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"
        about = "Spellings."
        kind = "representation"
        requirements = ["a.b"]
        editions = ["3.1"]
        data_type = "int8"
        shape = [2]
        let.codec = ['"one"', '"other"']
        let.valid = ["fixed-one", "fixed-other"]
        codecs = "[${codec}]"
    "#;

    /// Name, codecs and twin of each fact.
    fn facts(of: &str) -> Vec<[String; 3]> {
        let (_, facts) = read("a/b.toml", &format!("{HEAD}{of}")).unwrap();
        let text =
            |fact: &Table, name: &str| fact.text(name).unwrap().unwrap_or_default().to_owned();
        let shown = |it: &Table| ["name", "codecs", "twin"].map(|name| text(it, name));
        facts.iter().map(shown).collect()
    }

    #[test]
    fn facts_have_the_entries_of_a_list_in_turn() {
        let each = (0..40)
            .map(|i| format!("{{ it = \"{i}\" }}"))
            .collect::<Vec<_>>();
        let found = facts(&format!(
            "[[fact]]\neach = [{}]\nname = \"fact-${{it}}\"",
            each.join(", ")
        ));
        let others = found.iter().filter(|it| it[1] == r#"["other"]"#).count();
        assert!((10..=30).contains(&others), "{others} of 40");
    }

    #[test]
    fn a_refused_fact_has_the_entry_of_its_twin() {
        let each = (0..40)
            .map(|i| format!("{{ it = \"{i}\" }}"))
            .collect::<Vec<_>>();
        let refused = format!(
            "each = [{}]\nname = \"refused-${{it}}\"\nrefused = \"why\"",
            each.join(", ")
        );
        let found = facts(&format!(
            "[[fact]]\nname = \"valid\"\n[[fact]]\n{refused}\ntwin = \"valid\""
        ));
        assert!(found.iter().all(|it| it[1] == found[0][1]), "{found:?}");
        let found = facts(&format!("[[fact]]\n{refused}\ntwin = \"${{valid}}\""));
        let is_like_its_twin =
            |it: &[String; 3]| (it[1] == r#"["other"]"#) == (it[2] == "fixed-other");
        assert!(found.iter().all(is_like_its_twin), "{found:?}");
        assert!(
            found.iter().any(|it| it[2] == "fixed-one")
                && found.iter().any(|it| it[2] == "fixed-other")
        );
    }

    #[test]
    fn a_text_of_a_fact_stands_in_the_place_of_a_list() {
        let found = facts("[[fact]]\nname = \"x\"\nlet.codec = '\"own\"'");
        assert_eq!(found[0][1], r#"["own"]"#);
    }
}
