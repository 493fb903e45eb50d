import type { paths } from '@outdial/client';
import { http } from './client';

type Method = 'post' | 'patch' | 'delete';
type PathsWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;
type Answer<O> = O extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 202 ? Json<R[S]> : never }[keyof R]
  : never;
type Params<O> = O extends { parameters: { path: infer P } } ? P : undefined;
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : undefined;
type Body<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : undefined;

/** The same request as others would make it. */
export interface Shown {
  /** The arguments of `outdial`; absent if the command line cannot do it. */
  cli?: readonly string[];
  /** The command reads the body from its standard input. */
  readsBody?: true;
  /** An expression of the TypeScript client, whose client is `outdial`. */
  ts: string;
  /** The `curl` command of a request that sends a file. */
  curl?: string;
}

/** A request that changes something: what is sent, and what is shown of it. */
export interface ApiRequest<Data = unknown> {
  method: string;
  /** With its query, without the origin. */
  url: string;
  body?: unknown;
  shown: Shown;
  /** @param idempotencyKey the same for each repetition of one click */
  send: (idempotencyKey: string) => Promise<Data>;
}

interface Init<O> {
  path?: Params<O>;
  query?: Query<O>;
  body?: Body<O>;
}

function toUrl(template: string, path: unknown, query: unknown): string {
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((path as Record<string, string | number>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | number | boolean | undefined>))
    if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? url : `${url}?${search.toString()}`;
}

/** Describes a request that changes something. Nothing is sent before its `send`. */
export function describeRequest<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  init: Init<Operation<M, P>>,
  shown: Shown,
): ApiRequest<Answer<Operation<M, P>>> {
  const call = http.request as (
    method: string,
    path: string,
    init: object,
  ) => Promise<{ data: Answer<Operation<M, P>> }>;
  return {
    method: method.toUpperCase(),
    url: toUrl(path, init.path, init.query),
    body: init.body,
    shown,
    send: async (idempotencyKey) => {
      const headers = method === 'post' ? { 'Idempotency-Key': idempotencyKey } : {};
      const params = { path: init.path, query: init.query };
      const body: unknown = init.body;
      const { data } = await call(method, path, { params, headers, ...(body === undefined ? {} : { body }) });
      return data;
    },
  };
}
