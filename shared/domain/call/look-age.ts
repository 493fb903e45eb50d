/**
 * A worker dials by a look at the states that began at most this long before, in ms: else it looks again. A hold is answered
 * later than that after its write. Both are durations, so that the clocks of the processes need not agree.
 */
export const maxLookAgeMs = 500;

/** How long after its write a hold is answered, in ms: the oldest look that may still dial, and a margin for the dial. */
export const holdSettlesMs = maxLookAgeMs + 500;
