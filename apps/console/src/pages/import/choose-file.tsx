import { useState } from 'react';
import { messageOf } from '../../api/errors';
import {
  guessTargets,
  importFields,
  isUnmapped,
  mapColumns,
  mappingProblem,
  type Target,
} from '../../lib/column-mapping';
import { decodeText, formatCsv, parseCsv, type Csv } from '../../lib/csv';
import { formatNumber } from '../../lib/format';
import { Field } from '../../ui/fields';
import { Panel } from '../../ui/layout';
import type { ImportFile } from './import-requests';

const sampleRows = 5;

interface Chosen {
  file: File;
  csv: Csv;
  targets: readonly Target[];
}

function toImportFile({ file, csv, targets }: Chosen): ImportFile | undefined {
  if (mappingProblem(csv.header, targets) !== undefined) return undefined;
  if (isUnmapped(csv.header, targets)) return { name: file.name, content: file };
  const content = new Blob([formatCsv(mapColumns(csv, targets))], { type: 'text/csv' });
  return { name: file.name, content };
}

/** Takes a file; of a CSV file, each column gets a field. What is sent is given to `onChange`. */
export function ChooseFile({ onChange }: { onChange: (file: ImportFile | undefined) => void }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState('');
  const choose = (next: Chosen): void => {
    setChosen(next);
    onChange(toImportFile(next));
  };
  const read = async (file: File | undefined): Promise<void> => {
    setChosen(undefined);
    setProblem('');
    onChange(undefined);
    if (file === undefined) return;
    if (/\.(nd)?jsonl?$/i.test(file.name)) {
      onChange({ name: file.name, content: file });
      return;
    }
    try {
      const csv = parseCsv(decodeText(await file.arrayBuffer()));
      choose({ file, csv, targets: guessTargets(csv.header) });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Panel title="2. File and columns">
      <Field label="File" hint="CSV or NDJSON, 10 MB at most.">
        <input type="file" accept=".csv,.ndjson,.jsonl" onChange={(event) => void read(event.target.files?.[0])} />
      </Field>
      {problem !== '' && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {chosen !== undefined && (
        <Columns
          chosen={chosen}
          onChange={(index, target) =>
            choose({ ...chosen, targets: chosen.targets.map((each, i) => (i === index ? target : each)) })
          }
        />
      )}
    </Panel>
  );
}

const choices: readonly (readonly [Target, string])[] = [
  ...importFields.map((field) => [field, field] as const),
  ['in Data', 'an entry of Data'],
  ['in Metadata', 'an entry of Metadata'],
  ['', 'left out'],
];

interface ColumnsProps {
  chosen: Chosen;
  onChange: (index: number, target: Target) => void;
}

function Columns({ chosen: { csv, targets }, onChange }: ColumnsProps) {
  const problem = mappingProblem(csv.header, targets);
  return (
    <div className="mt-3 space-y-2">
      <p>
        {formatNumber(csv.rows.length)} rows. The first {Math.min(sampleRows, csv.rows.length)}:
      </p>
      <div role="region" aria-label="Columns" tabIndex={0} className="overflow-x-auto">
        <table>
          <caption className="sr-only">Columns of the file and their fields</caption>
          <thead>
            <tr>
              {csv.header.map((name, index) => (
                <th key={index} scope="col">
                  {name === '' ? `Column ${index + 1}` : name}
                  <select
                    aria-label={`Field of ${name === '' ? `column ${index + 1}` : name}`}
                    className="block"
                    value={targets[index]}
                    onChange={(event) => onChange(index, event.target.value as Target)}
                  >
                    {choices.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {csv.rows.slice(0, sampleRows).map((row, index) => (
              <tr key={index}>
                {csv.header.map((_, column) => (
                  <td key={column}>{row[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem !== undefined && <p className="text-bad">{problem}</p>}
    </div>
  );
}
