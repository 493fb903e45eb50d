import { useState } from 'react';
import type { ApiRequest } from '../api/request';
import { asCommandLine } from '../lib/command-line';
import { asCurl, asTypeScript } from '../lib/snippets';
import { Button } from './button';

const kinds = { 'Command line': asCommandLine, curl: asCurl, TypeScript: asTypeScript } as const;
type Kind = keyof typeof kinds;

/** A button that copies a text, and says so. */
export function CopyButton({ text, children = 'Copy' }: { text: string; children?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return <Button onClick={() => void copy()}>{copied ? 'Copied' : children}</Button>;
}

/** Shows a request as others would make it: by the command line, by curl and in TypeScript. */
export function CopyAs({ request }: { request: ApiRequest }) {
  const [chosen, setChosen] = useState<Kind>('Command line');
  const available = (Object.keys(kinds) as Kind[]).filter((kind) => kinds[kind](request) !== undefined);
  const kind = available.includes(chosen) ? chosen : 'curl';
  const text = kinds[kind](request) ?? '';
  return (
    <details className="border-line rounded border p-2">
      <summary>As command line, curl, TypeScript</summary>
      <div className="mt-2 space-y-2">
        <div className="flex flex-wrap gap-3">
          {available.map((each) => (
            <label key={each} className="flex items-center gap-1">
              <input type="radio" name="copy-as" checked={each === kind} onChange={() => setChosen(each)} />
              {each}
            </label>
          ))}
        </div>
        <pre
          tabIndex={0}
          aria-label={`${kind} request`}
          className="bg-page overflow-x-auto rounded p-2 font-mono text-xs"
        >
          {text}
        </pre>
        <CopyButton text={text} />
      </div>
    </details>
  );
}
