//! A weighted transducer as `OpenFst` writes it, and its cheapest output for an input.
//!
//! Never fails on a text: what the grammar does not know gives nothing.

/// States, and what leads from one to the next. Its letters are bytes.
#[derive(Debug, Default)]
pub(super) struct Transducer {
    start: u32,
    states: Vec<State>,
}

#[derive(Debug)]
struct State {
    /// What it costs to end here; infinite where nothing may end.
    last: f32,
    /// By what they read.
    arcs: Vec<Arc>,
}

#[derive(Debug)]
struct Arc {
    /// 0 where nothing is read.
    read: u32,
    /// 0 where nothing is written.
    written: u32,
    cost: f32,
    to: u32,
}

/// The cheapest ways to the states that can be reached after so many bytes, in the order of the
/// states.
#[derive(Default)]
struct Ways(Vec<(u32, Way)>);

/// What a way costs, and the step that led here.
#[derive(Clone, Copy)]
struct Way {
    cost: f32,
    step: Option<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    position: usize,
    state: u32,
    written: u32,
}

impl Transducer {
    /// Reads the binary form of a vector of states with weights of `f32`, without symbol tables.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let (_magic, kind, arcs) = (bytes.u32()?, bytes.text()?, bytes.text()?);
        let (_version, flags, _properties) = (bytes.u32()?, bytes.u32()?, bytes.u64()?);
        let (start, n_states, _n_arcs) = (bytes.u64()?, bytes.u64()?, bytes.u64()?);
        if kind != b"vector" || arcs != b"standard" || flags & 3 != 0 {
            return None;
        }
        let states = (0..n_states)
            .map(|_| bytes.state())
            .collect::<Option<_>>()?;
        let start = u32::try_from(start).ok()?;
        Some(Self { start, states })
    }

    /// What the grammar makes of the whole text, if it knows it.
    pub(super) fn rewrite(&self, text: &str) -> Option<String> {
        let start = Way {
            cost: 0.0,
            step: None,
        };
        let mut ways = vec![Ways(vec![(self.start, start)])];
        for (position, byte) in text.bytes().enumerate() {
            self.read_nothing(position, &mut ways[position]);
            let next = self.read(position, u32::from(byte), &ways[position]);
            ways.push(next);
        }
        let end = text.len();
        self.read_nothing(end, &mut ways[end]);
        let total = |(state, way): &(u32, Way)| Some((*state, way.cost + self.state(*state)?.last));
        let best = ways[end].0.iter().filter_map(total);
        let (last, cost) = best.min_by(|a, b| a.1.total_cmp(&b.1))?;
        cost.is_finite().then(|| written(&ways, end, last))?
    }

    fn state(&self, index: u32) -> Option<&State> {
        self.states.get(index as usize)
    }

    /// The arcs from a state that read this.
    fn arcs(&self, state: u32, read: u32) -> &[Arc] {
        let arcs = self.state(state).map_or(&[][..], |state| &state.arcs);
        let first = arcs.partition_point(|arc| arc.read < read);
        let last = arcs.partition_point(|arc| arc.read <= read);
        &arcs[first..last]
    }

    /// Follows the arcs that read nothing, until no way gets cheaper.
    fn read_nothing(&self, position: usize, ways: &mut Ways) {
        let mut open: Vec<(u32, f32)> = ways
            .0
            .iter()
            .map(|(state, way)| (*state, way.cost))
            .collect();
        while let Some((from, cost)) = open.pop() {
            for arc in self.arcs(from, 0) {
                if ways.take(position, from, cost, arc) {
                    open.push((arc.to, cost + arc.cost));
                }
            }
        }
    }

    fn read(&self, position: usize, byte: u32, ways: &Ways) -> Ways {
        let mut next = Ways::default();
        for (from, way) in &ways.0 {
            for arc in self.arcs(*from, byte) {
                next.take(position, *from, way.cost, arc);
            }
        }
        next
    }
}

impl Ways {
    /// Takes the arc if it leads somewhere new, or more cheaply.
    fn take(&mut self, position: usize, from: u32, cost: f32, arc: &Arc) -> bool {
        let step = Step {
            position,
            state: from,
            written: arc.written,
        };
        let way = Way {
            cost: cost + arc.cost,
            step: Some(step),
        };
        match self.0.binary_search_by_key(&arc.to, |(state, _)| *state) {
            // The margin ends a circle whose weights cancel each other but for rounding.
            Ok(place) if way.cost >= self.0[place].1.cost - 1e-4 => return false,
            Ok(place) => self.0[place].1 = way,
            Err(place) => self.0.insert(place, (arc.to, way)),
        }
        true
    }

    fn step(&self, state: u32) -> Option<Step> {
        let place = self
            .0
            .binary_search_by_key(&state, |(state, _)| *state)
            .ok()?;
        self.0[place].1.step
    }
}

fn written(ways: &[Ways], end: usize, last: u32) -> Option<String> {
    let mut bytes = Vec::new();
    let (mut position, mut state) = (end, last);
    while let Some(step) = ways[position].step(state) {
        bytes.extend(u8::try_from(step.written).ok().filter(|byte| *byte != 0));
        (position, state) = (step.position, step.state);
    }
    bytes.reverse();
    String::from_utf8(bytes).ok()
}

/// What is still to be read of the binary form; its numbers are little-endian.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(head)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn f32(&mut self) -> Option<f32> {
        self.u32().map(f32::from_bits)
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.u32()?;
        self.take(length as usize)
    }

    fn state(&mut self) -> Option<State> {
        let (last, n_arcs) = (self.f32()?, self.u64()?);
        let mut arcs = (0..n_arcs)
            .map(|_| self.arc())
            .collect::<Option<Vec<_>>>()?;
        arcs.sort_by_key(|arc| arc.read);
        Some(State { last, arcs })
    }

    fn arc(&mut self) -> Option<Arc> {
        Some(Arc {
            read: self.u32()?,
            written: self.u32()?,
            cost: self.f32()?,
            to: self.u32()?,
        })
    }
}
