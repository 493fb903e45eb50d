/** Audio on the disk is for the user of the service alone; a test job's is not encrypted. */
export const folderMode = 0o700;
export const fileMode = 0o600;
