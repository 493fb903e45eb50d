import { toRequestInit, type RequestOptions, type Transport } from '../transport.ts';

/** What operators of the deployment look at. The key needs the scope `service:read`. */
export const createOperations = ({ http, unwrap }: Transport) => ({
  /** The trunks on which the workers place calls. */
  trunks: async (options?: RequestOptions) => (await unwrap(http.GET('/trunks', toRequestInit(options)))).Trunks,
  /** Work that has not made progress in time, most overdue first. */
  overdue: async (options?: RequestOptions) => (await unwrap(http.GET('/overdue', toRequestInit(options)))).Overdue,
  /** Technical failures of calls, grouped. @param from of calls that ended since then; the last 24 hours without it */
  failures: ({ from }: { from?: Date } = {}, options?: RequestOptions) =>
    unwrap(
      http.GET('/failures', {
        params: { query: from === undefined ? {} : { from: from.toISOString() } },
        ...toRequestInit(options),
      }),
    ),
});
