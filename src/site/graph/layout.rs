//! Nodes and edges → places in columns, from left to right.
//!
//! Every edge that is not part of a circle leads to a column further right. A node stands one
//! column behind the last of those that lead to it, and an edge over several columns bends round
//! the nodes between (Sugiyama, Tagawa and Toda 1981, without the part that moves whole chains).
//! A pure function; ties go to the lower number, so the same graph is always drawn alike.

/// A graph with places.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// Column and row of each node.
    pub places: Vec<(usize, usize)>,
    /// Number of rows.
    pub rows: usize,
    /// Each edge in the order that it was given: the places it goes through, ends included.
    pub paths: Vec<Vec<(usize, usize)>>,
    /// Edges that lead back in a circle, by number.
    pub backward: Vec<bool>,
}

/// Rounds of sorting the columns by their neighbours. More changes nothing that a person sees.
const SWEEPS: usize = 6;

/// Places `nodes` nodes. Parts that no edge joins stand below each other, the larger first.
pub(super) fn layout(nodes: usize, edges: &[(usize, usize)]) -> Layout {
    let mut all = Layout {
        places: vec![(0, 0); nodes],
        rows: 0,
        paths: vec![Vec::new(); edges.len()],
        backward: vec![false; edges.len()],
    };
    for part in parts(nodes, edges) {
        let own: Vec<usize> = (0..edges.len()).filter(|at| part.binary_search(&edges[*at].0).is_ok()).collect();
        let place = |node: usize| part.binary_search(&node).unwrap_or_else(|_| unreachable!("a part holds its nodes"));
        let inner: Vec<(usize, usize)> = own.iter().map(|at| (place(edges[*at].0), place(edges[*at].1))).collect();
        let placed = connected(part.len(), &inner);
        let down = |(column, row): (usize, usize)| (column, row + all.rows);
        for (node, at) in part.iter().zip(placed.places) {
            all.places[*node] = down(at);
        }
        for ((edge, path), backward) in own.iter().zip(placed.paths).zip(placed.backward) {
            all.paths[*edge] = path.into_iter().map(down).collect();
            all.backward[*edge] = backward;
        }
        all.rows += placed.rows;
    }
    all
}

/// The nodes of each connected part, sorted; larger parts first.
pub(super) fn parts(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut root: Vec<usize> = (0..nodes).collect();
    let find = |root: &mut Vec<usize>, mut node: usize| {
        while root[node] != node {
            root[node] = root[root[node]];
            node = root[node];
        }
        node
    };
    for (from, to) in edges {
        let (a, b) = (find(&mut root, *from), find(&mut root, *to));
        root[a.max(b)] = a.min(b);
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for node in 0..nodes {
        parts[find(&mut root, node)].push(node);
    }
    parts.retain(|part| !part.is_empty());
    parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part[0]));
    parts
}

fn connected(nodes: usize, edges: &[(usize, usize)]) -> Layout {
    let backward = backward(nodes, edges);
    let forward: Vec<(usize, usize)> =
        edges.iter().zip(&backward).map(|((from, to), back)| if *back { (*to, *from) } else { (*from, *to) }).collect();
    let columns = columns(nodes, &forward);
    // Chains of stand-ins carry an edge through the columns that it crosses.
    let mut column_of = columns.clone();
    let mut links: Vec<(usize, usize)> = Vec::new();
    let chains: Vec<Vec<usize>> = forward
        .iter()
        .zip(&backward)
        .map(|((from, to), back)| {
            let mut chain = vec![*from];
            // A line that leads back runs between the rows and takes no place in the columns.
            let crossed = if *back { 0..0 } else { columns[*from] + 1..columns[*to] };
            for column in crossed {
                chain.push(column_of.len());
                column_of.push(column);
            }
            chain.push(*to);
            links.extend(chain.windows(2).map(|pair| (pair[0], pair[1])).filter(|(from, to)| from != to));
            chain
        })
        .collect();
    let rows = sort_columns(&column_of, &links);
    let place = |node: usize| (column_of[node], rows[node]);
    Layout {
        places: (0..nodes).map(place).collect(),
        rows: rows.iter().max().map_or(0, |last| last + 1),
        paths: chains
            .into_iter()
            .zip(&backward)
            .map(|(chain, back)| {
                let mut path: Vec<_> = chain.into_iter().map(place).collect();
                if *back {
                    path.reverse();
                }
                path
            })
            .collect(),
        backward,
    }
}

/// Which edges close a circle when the graph is walked depth first from the nodes that nothing
/// leads to.
fn backward(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    let mut entered = vec![false; nodes];
    for (at, (from, to)) in edges.iter().enumerate() {
        out[*from].push(at);
        entered[*to] = true;
    }
    let mut state = vec![State::New; nodes];
    let mut backward = vec![false; edges.len()];
    let starts = (0..nodes).filter(|node| !entered[*node]).chain(0..nodes).collect::<Vec<_>>();
    for start in starts {
        if state[start] != State::New {
            continue;
        }
        state[start] = State::Open;
        let mut stack = vec![(start, 0)];
        while let Some((node, next)) = stack.pop() {
            let Some(edge) = out[node].get(next) else {
                state[node] = State::Done;
                continue;
            };
            stack.push((node, next + 1));
            let target = edges[*edge].1;
            match state[target] {
                State::New => {
                    state[target] = State::Open;
                    stack.push((target, 0));
                }
                State::Open => backward[*edge] = true,
                State::Done => {}
            }
        }
    }
    backward
}

/// The column of each node: the longest way from a node that nothing leads to.
fn columns(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut waiting = vec![0; nodes];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (from, to) in edges.iter().filter(|(from, to)| from != to) {
        waiting[*to] += 1;
        out[*from].push(*to);
    }
    let mut columns = vec![0; nodes];
    let mut ready: Vec<usize> = (0..nodes).filter(|node| waiting[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        for target in &out[node] {
            columns[*target] = columns[*target].max(columns[node] + 1);
            waiting[*target] -= 1;
            if waiting[*target] == 0 {
                ready.push(*target);
            }
        }
    }
    columns
}

/// The row of each node: each column is sorted by the middle of its neighbours, to and fro.
fn sort_columns(column_of: &[usize], links: &[(usize, usize)]) -> Vec<usize> {
    let count = column_of.iter().max().map_or(0, |last| last + 1);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, column) in column_of.iter().enumerate() {
        columns[*column].push(node);
    }
    let mut left: Vec<Vec<usize>> = vec![Vec::new(); column_of.len()];
    let mut right: Vec<Vec<usize>> = vec![Vec::new(); column_of.len()];
    for (from, to) in links {
        left[*to].push(*from);
        right[*from].push(*to);
    }
    let mut rows = vec![0; column_of.len()];
    let number = |column: &[usize], rows: &mut Vec<usize>| {
        for (row, node) in column.iter().enumerate() {
            rows[*node] = row;
        }
    };
    for column in &columns {
        number(column, &mut rows);
    }
    for sweep in 0..SWEEPS {
        let rightwards = sweep % 2 == 0;
        let neighbours = if rightwards { &left } else { &right };
        let order: Vec<usize> = if rightwards { (0..count).collect() } else { (0..count).rev().collect() };
        for at in order {
            // The middle is in thousandths: whole numbers sort the same on every machine.
            let middle = |node: &usize| match neighbours[*node].as_slice() {
                [] => rows[*node] * 1000,
                own => own.iter().map(|other| rows[*other] * 1000).sum::<usize>() / own.len(),
            };
            let mut by_middle: Vec<(usize, usize, usize)> =
                columns[at].iter().map(|node| (middle(node), rows[*node], *node)).collect();
            by_middle.sort_unstable();
            columns[at] = by_middle.into_iter().map(|(_, _, node)| node).collect();
            number(&columns[at], &mut rows);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_leads_rightwards() {
        let edges = [(0, 1), (1, 2), (0, 2), (3, 2)];
        let placed = layout(4, &edges);
        assert_eq!(placed.places.iter().map(|(column, _)| *column).collect::<Vec<_>>(), [0, 1, 2, 0]);
        assert_eq!(placed.backward, [false; 4]);
        assert_eq!(placed.paths[2].len(), 3, "the long edge bends round the middle column");
    }

    #[test]
    fn a_circle_has_one_edge_that_leads_back() {
        let placed = layout(4, &[(0, 1), (1, 2), (2, 1), (3, 3)]);
        assert_eq!(placed.backward, [false, false, true, true]);
        let back = &placed.paths[2];
        assert_eq!((back[0], back[1]), (placed.places[2], placed.places[1]));
    }

    #[test]
    fn no_two_nodes_share_a_place_and_parts_stand_apart() {
        let edges: Vec<(usize, usize)> = (0..40).map(|at| (at, (at * 7 + 3) % 60)).collect();
        let placed = layout(60, &edges);
        let distinct: std::collections::BTreeSet<_> = placed.places.iter().collect();
        assert_eq!(distinct.len(), 60);
        assert_eq!(layout(2, &[]).places, [(0, 0), (0, 1)]);
        assert_eq!(layout(0, &[]), Layout::default());
    }
}
