//! The model file, run by `rten`.
//!
//! Never shares a thread pool between two runs at once: throughput comes from as many
//! single-threaded runs as there are cores, over different chunks.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use rten::{NodeId, RunOptions, ThreadPool};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, Tensor};

use super::KokoroError;

/// Width of a style vector.
pub const STYLE_WIDTH: usize = 256;

/// The node that holds each token's length; the published graph does not list it as an output.
const LENGTHS: &str = "/encoder/Clip_output_0";

/// Audio frames in one unit of `LENGTHS`: 25 ms at 24 kHz.
const FRAMES_PER_UNIT: f32 = 600.0;

/// Tokens in flight for each worker. Memory grows with them, by about 2.2 MB a token: two workers
/// with two of the longest chunks took 1,005 MB, and stay under 900 MB with this.
const TOKENS_PER_WORKER: usize = 150;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// What one run gives.
#[derive(Debug)]
pub struct Spoken {
    /// Mono samples at 24 kHz.
    pub samples: Vec<f32>,
    /// Frames of each token, the padding at both ends included.
    pub frames: Vec<u32>,
}

/// A loaded model that several threads may run at once.
pub struct Model {
    graph: rten::Model,
    inputs: [NodeId; 3],
    outputs: [NodeId; 2],
    pools: Mutex<Vec<Arc<ThreadPool>>>,
    room: Room,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model").finish_non_exhaustive()
    }
}

impl Model {
    /// Loads the bytes of the rewritten model file.
    pub fn load(bytes: Vec<u8>, workers: usize) -> Result<Self, KokoroError> {
        let graph = rten::Model::load(bytes).map_err(|error| KokoroError::Load(error.into()))?;
        let node = |name| {
            graph
                .node_id(name)
                .map_err(|error| KokoroError::Load(error.into()))
        };
        let inputs = [node("tokens")?, node("style")?, node("speed")?];
        let outputs = [node("audio")?, node(LENGTHS)?];
        Ok(Self {
            graph,
            inputs,
            outputs,
            pools: Mutex::default(),
            room: Room::new(TOKENS_PER_WORKER * workers),
        })
    }

    /// Speaks `tokens` (1 to 510, unpadded) in `style` (`STYLE_WIDTH` numbers) at `speed`.
    pub fn run(&self, tokens: &[i32], style: &[f32], speed: f32) -> Result<Spoken, Cause> {
        let padded = [&[0], tokens, &[0]].concat();
        let inputs = vec![
            (
                self.inputs[0],
                NdTensor::from_data([1, padded.len()], padded).into(),
            ),
            (
                self.inputs[1],
                NdTensor::from_data([1, STYLE_WIDTH], style.to_vec()).into(),
            ),
            (self.inputs[2], NdTensor::from_data([1], vec![speed]).into()),
        ];
        let _room = self.room.take(tokens.len());
        let pool = self.take_pool();
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&pool)));
        let outputs = self.graph.run_n(inputs, self.outputs, Some(options));
        self.put_back(pool);
        let [audio, lengths] = outputs?;
        let audio: Tensor<f32> = audio.try_into()?;
        let lengths: Tensor<f32> = lengths.try_into()?;
        Ok(Spoken {
            samples: audio.to_vec(),
            frames: lengths
                .iter()
                .map(|units| (units * FRAMES_PER_UNIT) as u32)
                .collect(),
        })
    }

    fn take_pool(&self) -> Arc<ThreadPool> {
        let free = self
            .pools
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        free.unwrap_or_else(|| Arc::new(ThreadPool::with_num_threads(1)))
    }

    fn put_back(&self, pool: Arc<ThreadPool>) {
        self.pools
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(pool);
    }
}

/// Room for a number of tokens that are spoken at once. One text always fits when it is alone.
struct Room {
    most: usize,
    taken: Mutex<usize>,
    freed: Condvar,
}

/// A part of the room, given back when it is dropped.
struct Taken<'a> {
    room: &'a Room,
    n_tokens: usize,
}

impl Room {
    fn new(most: usize) -> Self {
        Self {
            most,
            taken: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// Waits until there is room.
    fn take(&self, n_tokens: usize) -> Taken<'_> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |taken: &mut usize| *taken > 0 && *taken + n_tokens > self.most;
        let waited = self.freed.wait_while(taken, is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += n_tokens;
        Taken {
            room: self,
            n_tokens,
        }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        *self
            .room
            .taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner) -= self.n_tokens;
        self.room.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_spoken_at_once_than_there_is_room_for() {
        let (room, most_seen) = (Room::new(100), Mutex::new(0));
        std::thread::scope(|scope| {
            for n_tokens in [60, 50, 40, 30, 150] {
                let (room, most_seen) = (&room, &most_seen);
                scope.spawn(move || {
                    let _taken = room.take(n_tokens);
                    let taken = *room.taken.lock().unwrap();
                    assert!(taken <= 100 || taken == n_tokens, "{taken} tokens at once");
                    *most_seen.lock().unwrap() += 1;
                });
            }
        });
        assert_eq!(
            (*room.taken.lock().unwrap(), *most_seen.lock().unwrap()),
            (0, 5)
        );
    }
}
