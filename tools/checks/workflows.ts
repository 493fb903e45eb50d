import { resolve } from 'node:path';
import { runTool, ToolError } from '../dev-stack/obtain/tools';
import { obtainGoProgram, type Tools } from './go-program';

const root = resolve(__dirname, '../..');
const actionlint = {
  command: 'actionlint',
  module: 'github.com/rhysd/actionlint',
  version: 'v1.7.12',
  folder: 'cmd/actionlint',
};

/**
 * Checks the workflows of `.github` with actionlint.
 * @returns whether it found nothing
 * @throws {NotObtainableError}
 */
export async function checkWorkflows(tools: Tools): Promise<boolean> {
  const command = await obtainGoProgram(tools, actionlint);
  try {
    await runTool(tools.supervisor, { command, args: [], cwd: root, env: tools.env });
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(error.message);
    return false;
  }
}
