/** By what deadlines of tests and benches are multiplied in this run; at least 1. Measured once, then in the environment of all processes. */
export function timeoutFactor(): number;
/** Multiplies the timeouts of every test and hook of a jest file. */
export function multiplyTimeouts(state: object, factor: number): void;
