import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';

/** Browsers that are signed in, for pages of the service itself. Other programs send a key with each request. */
export function createSessions({ http, unwrap }: Transport) {
  return {
    /** Signs this browser in with the client's key, or with the ticket of a sign-in link. */
    create: ({ ticket, ...options }: RequestOptions & { ticket?: string } = {}) => {
      // The ticket is a credential, not a parameter of the operation.
      const params = ticket === undefined ? {} : { params: { query: { ticket } as never } };
      return unwrap(http.POST('/session', { body: {}, ...params, ...toRequestInit(options) }));
    },
    /** Signs this browser out. */
    end: (options?: Pick<RequestOptions, 'signal'>) => unwrap(http.DELETE('/session', toRequestInit(options))),
    /** A ticket that signs one browser in with the client's key, once, within an hour. */
    createSignInTicket: (options?: RequestOptions) =>
      unwrap(http.POST('/sign-in-tickets', { body: {}, ...toRequestInit(options) })),
  };
}
