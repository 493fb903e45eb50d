import { createOutdialClient, type OutdialClient, type OutdialClientOptions } from '@outdial/client';
import type { Command } from 'commander';
import { exitCodes, type ExitCode } from './exit-codes';
import { UsageError } from './failures';
import { formatDetails, formatTable, formatWarnings, toJsonLine, type Column, type Screen } from './output';
import { resolveSettings, type Environment } from './settings';

/** The streams and the environment of one run of the program; tests pass their own. */
export interface CliContext {
  stdout: Screen;
  stderr: Screen;
  env: Environment;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Reads standard input to its end. */
  stdin: () => Promise<Uint8Array>;
}

/** The context of a command, with its output in the requested format. */
export interface LocalSession extends CliContext {
  json: boolean;
  /** Prints one value: as JSON, or as lines for people. */
  show: (value: object, text?: string) => void;
  /** Prints a list: one object per line with --json, else a table. */
  list: <Item>(
    items: AsyncIterable<Item> | Iterable<Item>,
    columns: readonly Column<Item>[],
    limit?: number,
  ) => Promise<void>;
}

/** The session of a command that calls the API. */
export interface Session extends LocalSession {
  client: OutdialClient;
  /** The campaign given by --campaign. */
  namedCampaign: string | undefined;
  /** The campaign of the command. @throws {UsageError} if neither a flag nor the environment sets it */
  campaign: () => string;
}

interface GlobalFlags {
  url?: string;
  key?: string;
  campaign?: string;
  json?: boolean;
  allowHttp?: boolean;
}

/** Opens a session for a parsed command that needs no API. */
export function openLocalSession(command: Command, context: CliContext): LocalSession {
  const json = command.optsWithGlobals<GlobalFlags>().json === true;
  const { stdout, stderr } = context;
  return {
    ...context,
    json,
    show: (value, text = formatDetails(value)) => {
      stdout.write(json ? toJsonLine(value) : text);
      if (!json) stderr.write(formatWarnings(value));
    },
    list: async (items, columns, limit = Infinity) => {
      const rows = [];
      for await (const item of items) {
        if (json) stdout.write(toJsonLine(item));
        else rows.push(item);
        if (--limit <= 0) break;
      }
      if (!json) stdout.write(formatTable(rows, columns));
    },
  };
}

/** Opens a session for a parsed command that calls the API. @throws {UsageError} */
export function openSession(command: Command, context: CliContext): Session {
  const flags = command.optsWithGlobals<GlobalFlags>();
  const { url, key, campaign } = resolveSettings(flags, context.env);
  return {
    ...openLocalSession(command, context),
    client: createClient({ baseUrl: url, apiKey: key, allowHttp: flags.allowHttp === true }),
    namedCampaign: flags.campaign,
    campaign: () => {
      if (campaign === undefined)
        throw new UsageError('No campaign is set: pass --campaign ID or set OUTDIAL_CAMPAIGN.');
      return campaign;
    },
  };
}

/** The client reports an invalid key without printing it. */
function createClient(options: Pick<OutdialClientOptions, 'baseUrl' | 'apiKey' | 'allowHttp'>): OutdialClient {
  try {
    // Few retries: a person is waiting at the terminal.
    return createOutdialClient({ ...options, maxRetries: 2 });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Handles a command: receives the session, then commander's arguments, then the options. */
type CommandHandler<S> = (session: S, ...args: never[]) => Promise<ExitCode> | Promise<void>;
/** Turns a handler into an action for commander. */
export type Action<S = Session> = (handler: CommandHandler<S>) => (...commandArguments: unknown[]) => Promise<void>;

/** @param onExit receives the exit code of the command */
export const createAction =
  <S>(open: (command: Command) => S, onExit: (code: ExitCode) => void): Action<S> =>
  (handler) =>
  async (...commandArguments) => {
    const session = open(commandArguments.at(-1) as Command);
    const code = await handler(session, ...(commandArguments.slice(0, -1) as never[]));
    onExit(typeof code === 'number' ? code : exitCodes.done);
  };
