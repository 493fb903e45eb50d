export { createOutdialClient, type OutdialClient } from './client.ts';
export { OutdialConnectionError, OutdialError } from './errors.ts';
export type { OutdialClientOptions, RequestOptions } from './transport.ts';
export type { EventGap, FollowOptions, StreamedEvent } from './follow-events.ts';
export type { ActionOptions } from './resources/campaigns.ts';
export type { AudioChannel, RecordingFile } from './resources/calls.ts';
export type { ImportFile } from './resources/imports.ts';
export type { components, operations, paths, webhooks } from './schema.ts';
export type * from './types.ts';
