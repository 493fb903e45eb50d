// The descriptions of Temporal's messages, from which each process and each thread makes classes when it starts. Those of Temporal Cloud's own API
// are a quarter of all and nothing here uses them; threads of workflows use neither the requests of clients nor those of operators.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ofAll = ['temporal.api.cloud'];
const ofThreads = [
  'temporal.api.workflowservice',
  'temporal.api.operatorservice',
  'coresdk.nexus.NexusTask',
  'grpc.gateway',
];
/**
 * A plugin of esbuild that leaves out messages.
 * @param {{ threads: boolean }} options whether the bundle is that of threads of workflows
 */
export const withoutUnusedMessages = ({ threads }) => ({
  name: 'without-unused-messages',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]@temporalio[/\\]proto[/\\]protos[/\\]json-module\.js$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      const start = code.indexOf('.addJSON(') + '.addJSON('.length;
      const end = code.lastIndexOf(');');
      const messages = JSON.parse(code.slice(start, end));
      for (const name of threads ? [...ofAll, ...ofThreads] : ofAll) remove(messages, name.split('.'));
      // Throws if a message that is left has a field of one that is not.
      createRequire(path)('protobufjs/light').Root.fromJSON({ nested: JSON.parse(JSON.stringify(messages)) });
      // A text is parsed in less time than an object literal of that size.
      const text = JSON.stringify(JSON.stringify(messages));
      return { contents: `${code.slice(0, start)}JSON.parse(${text})${code.slice(end)}`, loader: 'js' };
    });
  },
});

/** Removes a namespace of messages. @throws if it is not there: the packages have changed */
function remove(messages, [name, ...inside]) {
  if (messages[name] === undefined)
    throw new Error(`Temporal's messages have no ${name}: see tools/build/protobuf.mjs.`);
  if (inside.length === 0) delete messages[name];
  else remove(messages[name].nested, inside);
}
