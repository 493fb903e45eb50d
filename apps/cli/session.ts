import { createOutdialClient, type OutdialClient } from '@outdial/client';
import type { Command } from 'commander';
import { exitCodes, type ExitCode } from './exit-codes';
import { UsageError } from './failures';
import { formatDetails, toJsonLine, formatTable, type Column, type Screen } from './output';
import { resolveSettings, type Environment } from './settings';

/** What a run of the program stands on; tests bring their own. */
export interface CliContext {
  stdout: Screen;
  stderr: Screen;
  env: Environment;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Reads what is piped in. */
  stdin: () => Promise<Uint8Array>;
}

/** What a command works with. */
export interface Session extends CliContext {
  json: boolean;
  client: OutdialClient;
  /** The campaign that a flag names. */
  namedCampaign: string | undefined;
  /** The campaign of the command. @throws {UsageError} when nothing names one */
  campaign: () => string;
  /** Shows one thing: as JSON, or as lines for people. */
  show: (value: object, text?: string) => void;
  /** Shows a list: an object a line with --json, else a table. */
  list: <Item>(
    items: AsyncIterable<Item> | Iterable<Item>,
    columns: readonly Column<Item>[],
    limit?: number,
  ) => Promise<void>;
}

interface GlobalFlags {
  url?: string;
  key?: string;
  campaign?: string;
  json?: boolean;
}

/** Opens a session for a command that was parsed. @throws {UsageError} */
export function openSession(command: Command, context: CliContext): Session {
  const flags = command.optsWithGlobals<GlobalFlags>();
  const { url, key, campaign } = resolveSettings(flags, context.env);
  const json = flags.json === true;
  const { stdout } = context;
  return {
    ...context,
    json,
    client: createClient(url, key),
    namedCampaign: flags.campaign,
    campaign: () => {
      if (campaign === undefined) throw new UsageError('Which campaign? Give --campaign ID, or set OUTDIAL_CAMPAIGN.');
      return campaign;
    },
    show: (value, text = formatDetails(value)) => void stdout.write(json ? toJsonLine(value) : text),
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

/** What is wrong with the key is told without it. */
function createClient(baseUrl: string, apiKey: string): OutdialClient {
  try {
    // Somebody waits at the terminal.
    return createOutdialClient({ baseUrl, apiKey, maxRetries: 2 });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A command's deed: what commander parsed comes behind the session, arguments first and options last. */
type CommandHandler = (session: Session, ...args: never[]) => Promise<ExitCode> | Promise<void>;
/** Makes a commander action of a deed. */
export type Action = (handler: CommandHandler) => (...commandArguments: unknown[]) => Promise<void>;

/** @param onExit is told how the command ended */
export const createAction =
  (context: CliContext, onExit: (code: ExitCode) => void): Action =>
  (handler) =>
  async (...commandArguments) => {
    const session = openSession(commandArguments.at(-1) as Command, context);
    const code = await handler(session, ...(commandArguments.slice(0, -1) as never[]));
    onExit(typeof code === 'number' ? code : exitCodes.done);
  };
