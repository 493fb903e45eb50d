/**
 * The memo of the first run of a workflow id. The server accepts it only while it knows no other run of the id, so an erasure
 * that finds it in the latest run knows that there is no other, unless the run has continued or was reset: then the server
 * names another run as its first.
 */
export const firstRunMemo = { FirstRun: true } as const;
