/** How many times slower than the reference this machine is, as the run measured at its start; 1 for a single file. */
const factor = Number(process.env['OUTDIAL_TEST_TIMEOUT_FACTOR'] ?? 1);

/**
 * A deadline that grows with the slowness of the machine. It only ends what hangs: no test passes or fails by how long something takes.
 * @param ms what is plenty on the reference machine
 */
export const scaledMs = (ms: number): number => Math.ceil(ms * factor);

/** A slow engine is no unavailable one. */
export const engineTimeouts = { updateMs: scaledMs(5_000), startMs: scaledMs(3_000) };
