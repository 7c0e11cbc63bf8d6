//! How many faults a pool stands before it pauses.
//!
//! Never fails anything: out of budget means a pause and a later try.

/// Faults in excess of answers that are stood.
const MOST: u32 = 100;

/// A token for every fault that can still be stood. Answers earn tokens, faults cost them, so that it
/// runs out only while more than half of all requests fail.
#[derive(Debug)]
pub struct Budget(u32);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST)
    }
}

impl Budget {
    /// A request was answered.
    pub fn earn(&mut self) {
        self.0 = (self.0 + 1).min(MOST);
    }

    /// A request failed; whether it was one too many. The budget is then half full again.
    pub fn spend(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        let is_spent = self.0 == 0;
        if is_spent {
            self.0 = MOST / 2;
        }
        is_spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_of_which_a_third_of_the_requests_fail_goes_on() {
        let mut budget = Budget::default();
        for _ in 0..10_000 {
            budget.earn();
            budget.earn();
            assert!(!budget.spend());
        }
    }

    #[test]
    fn a_pool_of_which_most_requests_fail_pauses() {
        let mut budget = Budget::default();
        let n_spent = (0..1_000).filter(|_| budget.spend()).count();
        assert!((15..25).contains(&n_spent), "{n_spent}");
    }
}
