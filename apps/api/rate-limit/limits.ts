/** What limits on requests are counted over. */
export const windowSeconds = 10;

/** Requests in each {@link windowSeconds}; 0 is no limit. */
export interface RateLimits {
  perKey: number;
  perOrganization: number;
}
