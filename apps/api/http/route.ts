import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ProblemCode } from '../../../shared/contracts/problem';
import type { Scope } from '../../../shared/domain/access/scope';
import type { IdPrefix } from '../../../shared/adapters/ids';
import type { ApiDeps } from './deps';
import type { HeaderName } from './response-headers';
import type { Tag } from './tags';
import type { DownloadKind } from './downloads';

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** The names of a path's parameters: `/a/:b/:c` → `'b' | 'c'`. */
type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A request as handlers see it: parsed, and made by somebody known. */
export interface ApiRequest<Parameter extends string = string, Body = unknown, Query = unknown> {
  params: Record<Parameter, string>;
  body: Body;
  query: Query;
  /** The organization of the key: every query names it. */
  orgId: string;
  keyId: string;
  /** Where given, the key reaches these campaigns and nothing beside them. */
  campaignIds?: readonly string[] | undefined;
  requestId: string;
  /** The same for every repeat of a request that bears an Idempotency-Key; absent for others. */
  idempotencySeed?: string | undefined;
  /** True when an earlier try of this very request may have done all of it: what it made was judged then. */
  isReplay: boolean;
  /** Makes an id: from the seed, if there is one. */
  newId: (prefix: IdPrefix) => string;
  /** The uploaded file, where the route takes one. */
  file?: UploadedFile | undefined;
  /** Which of some media types the caller wants most, by its `Accept`; `false` when none. */
  accepts: (types: readonly string[]) => string | false;
  /** A header of the request, by its lower-case name. */
  header: (name: string) => string | undefined;
}

export interface UploadedFile {
  content: Buffer;
  contentType: string;
  fileName: string;
}

export interface Reply {
  status: number;
  /** Sent as JSON, unless the headers say another `Content-Type`: then it is text. */
  body: unknown;
  headers?: Record<string, string>;
  /** Sent instead of the body. Opened when it is sent, which for HEAD is never. */
  stream?: () => Promise<Readable>;
}

/** One answer of an operation, as the API's document describes it. */
export interface ResponseDoc {
  description: string;
  /** The body, if there is one: JSON, unless `content` names other media types. */
  schema?: z.ZodType;
  content?: Readonly<Record<string, z.ZodType>>;
  /** Headers beyond those of every answer. */
  headers?: readonly HeaderName[];
}

/** What the API's document says of an operation; what follows from the row's other members is added to it. */
export interface RouteDoc {
  tag: Tag;
  /** A few words. */
  summary: string;
  description: string;
  /** The answers that are no refusals, by status. */
  responses: Readonly<Record<number, ResponseDoc>>;
  /** The operation's own refusals; those that its row implies (no key, a bad body, an unknown id) are added. */
  problems?: readonly ProblemCode[];
}

/** One row of the route table: what the router, the 405s and the documentation are made from. */
export interface Route {
  method: Method;
  path: string;
  /** Names the operation: unique, camelCase. */
  operation: string;
  doc: RouteDoc;
  /** Absent for endpoints that take no body; any that is sent is not read then. */
  body?: z.ZodType;
  query?: z.ZodType;
  /** True for endpoints that take one file as `multipart/form-data`. */
  upload?: boolean;
  /** What is streamed, for endpoints whose answers may be: so many are open at a time. */
  streams?: DownloadKind;
  /** What a key must be allowed to do; `anybody` needs no key. */
  access: Scope | 'anybody';
  /** Where the path names no campaign: `campaigns` when the handler keeps to those of a key that is limited to some. */
  reach?: 'campaigns';
  /** True where an id that no object can have is answered as an unknown one is, by the handler. */
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

/** Makes a row whose handler knows its parameters, body and query by type. */
export const route = <
  Path extends string,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  definition: RouteDefinition<Path, Body, Query>,
): Route => definition;
