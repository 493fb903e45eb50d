import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { IdPrefix } from '../../../shared/adapters/ids';
import type { Session } from '../../../shared/adapters/mongo/sessions.repository';
import type { ProblemCode } from '../../../shared/contracts/problem';
import type { Scope } from '../../../shared/domain/access/scope';
import type { ApiDeps } from './deps';
import type { DownloadKind } from './downloads';
import type { HeaderName } from './response-headers';
import type { Tag } from './tags';

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** The names of a path's parameters: `/a/:b/:c` → `'b' | 'c'`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}.json`
    ? Name
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** A request as handlers see it: parsed and authenticated. */
export interface ApiRequest<Parameter extends string = string, Body = unknown, Query = unknown> {
  params: Record<Parameter, string>;
  body: Body;
  query: Query;
  /** The organization of the key: every query filters by it. */
  orgId: string;
  keyId: string;
  /** The session that makes the request, if a browser does that is signed in. */
  session?: Session | undefined;
  /** The scopes of the key. */
  scopes: readonly Scope[];
  /** If set, the key may access these campaigns only. */
  campaignIds?: readonly string[] | undefined;
  requestId: string;
  /** The same for every repeat of a request with an Idempotency-Key; absent without one. */
  idempotencySeed?: string | undefined;
  /** True if an earlier attempt of this request may have completed: its input was validated then. */
  isReplay: boolean;
  /** Creates an id, from the seed if there is one. */
  newId: (prefix: IdPrefix) => string;
  /** The uploaded file, if the route takes one. */
  file?: UploadedFile | undefined;
  /** The media type that the client prefers, by its `Accept` header; `false` if it accepts none. */
  accepts: (types: readonly string[]) => string | false;
  /** A request header, by its lower-case name. */
  header: (name: string) => string | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export interface UploadedFile {
  content: Buffer;
  contentType: string;
  fileName: string;
}

export interface Reply {
  status: number;
  /** Sent as JSON, or as text if the headers set another `Content-Type`. */
  body: unknown;
  headers?: Record<string, string>;
  /**
   * Set if the body contains a secret: the response is then not stored for repeats, which get this explanation. It says
   * what exists and how to get another secret.
   */
  secretNotStored?: string | undefined;
  /** Sent instead of the body. Opened only when it is sent, so never for HEAD. */
  stream?: () => Promise<Readable>;
}

/** One response of an operation, as the OpenAPI document describes it. */
export interface ResponseDoc {
  description: string;
  /** The JSON body, if any; `content` adds other media types. */
  schema?: z.ZodType;
  content?: Readonly<Record<string, z.ZodType>>;
  /** Headers in addition to those of every response. */
  headers?: readonly HeaderName[];
}

/** What the OpenAPI document says about an operation; the row's other fields add the rest. */
export interface RouteDoc {
  tag: Tag;
  /** A few words. */
  summary: string;
  description: string;
  /** The successful responses, by status. */
  responses: Readonly<Record<number, ResponseDoc>>;
  /** The operation's own problems; those that its row implies (no key, invalid body, unknown id) are added. */
  problems?: readonly ProblemCode[];
  /** What an endpoint that takes a file expects in it; a file of jobs if absent. */
  file?: { description: string; contentType: string; example: string };
}

/** One row of the route table, from which the router, the 405 responses and the documentation are derived. */
export interface Route {
  method: Method;
  path: string;
  /** The operation id: unique, camelCase. */
  operation: string;
  doc: RouteDoc;
  /** Absent for endpoints without a body; a body sent to them is not read. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** True for endpoints whose body is a form in place of JSON. */
  form?: boolean;
  /** True for endpoints that accept the API key by basic authentication, too. */
  basicAuth?: boolean;
  /** True for endpoints that take one file as `multipart/form-data`. */
  upload?: boolean;
  /** The kind of stream, for endpoints that stream their response; limits how many are open at a time. */
  streams?: DownloadKind;
  /** The scope that the key needs; `any_key` needs a key, `public` needs none. */
  access: Scope | 'any_key' | 'public';
  /** For paths without a campaign: true if the handler restricts itself to the key's campaigns. */
  campaignScoped?: boolean;
  /** True if the handler itself answers malformed ids, like unknown ones. */
  lenientIds?: boolean;
  handle(request: ApiRequest, deps: ApiDeps): Reply | Promise<Reply>;
}

type RouteDefinition<Path extends string, Body extends z.ZodType, Query extends z.ZodType> = Omit<
  Route,
  'path' | 'body' | 'query' | 'handle'
> & {
  path: Path;
  body?: Body;
  query?: Query;
  handle(
    request: ApiRequest<ParameterOf<Path>, z.output<Body>, z.output<Query>>,
    deps: ApiDeps,
  ): Reply | Promise<Reply>;
};

/** Creates a row whose handler has typed parameters, body and query. */
export const route = <
  Path extends string,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  definition: RouteDefinition<Path, Body, Query>,
): Route => definition;
