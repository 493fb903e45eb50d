/** A ticket that signs one browser in is for this path, and valid for this long. */
export const signInTicketPath = '/session';
export const signInTicketLifetimeMs = 3_600_000;

/** The path at which the console is served. */
export const consolePath = '/console/';

/** The address that signs a browser in. Browsers send nothing after the `#`. @param publicUrl without a trailing slash */
export const signInUrl = (publicUrl: string, ticket: string): string => `${publicUrl}${consolePath}#ticket=${ticket}`;
