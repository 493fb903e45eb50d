/** The window over which requests are counted. */
export const windowSeconds = 10;

/** Requests per {@link windowSeconds}; 0 means unlimited. */
export interface RateLimits {
  perKey: number;
  perOrganization: number;
}
