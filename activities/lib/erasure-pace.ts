/**
 * How fast many jobs of a campaign are erased: so many, then a pause. Erasures of a large campaign must not fill the
 * queues.
 */
export const erasurePace = { jobs: 200, pauseMs: 10_000 } as const;
