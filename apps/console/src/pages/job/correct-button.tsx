import { useState } from 'react';
import { analysisField, parseDraft, toDraft, type AnalysisField } from '../../lib/correction';
import { Action } from '../../ui/action';
import { CheckField, SelectField, TextField } from '../../ui/fields';
import { correctJob, type JobPath } from './job-requests';

interface CorrectButtonProps {
  path: JobPath;
  /** The field of the analysis. */
  name: string;
  /** Its present value: a correction, or the machine's. */
  value: unknown;
  /** The campaign's `AnalysisSchema`, if it is known. */
  schema: unknown;
  unless: string | undefined;
}

/** Puts a person's value beside that of the machine. The same value confirms it. */
export function CorrectButton({ path, name, value, schema, unless }: CorrectButtonProps) {
  const field = analysisField(schema, name);
  const [changed, setChanged] = useState<string>();
  const [unsaid, setUnsaid] = useState<boolean>();
  const draft = changed ?? toDraft(field, value);
  const isUnsaid = unsaid ?? (value === null || value === undefined);
  const request = () => {
    const parsed = isUnsaid ? { value: null } : parseDraft(field, draft);
    return 'problem' in parsed ? parsed.problem : correctJob(path, { Corrections: { [name]: parsed.value } });
  };
  return (
    <Action
      label="Correct…"
      title={`Correct ${name}`}
      scope="jobs:write"
      unless={unless}
      request={request}
      onDone={() => {
        setChanged(undefined);
        setUnsaid(undefined);
      }}
    >
      {field.description !== undefined && <p>{field.description}</p>}
      {!isUnsaid && <ValueField name={name} field={field} draft={draft} onChange={setChanged} />}
      <CheckField label="It was not said" checked={isUnsaid} onChange={setUnsaid} />
      <p className="text-muted">The machine's value stays beside it; the same value confirms it.</p>
    </Action>
  );
}

interface ValueFieldProps {
  name: string;
  field: AnalysisField;
  draft: string;
  onChange: (draft: string) => void;
}

const ValueField = ({ name, field, draft, onChange }: ValueFieldProps) =>
  field.kind === 'choice' ? (
    <SelectField label={name} value={draft} none="Choose a value" options={field.choices} onChange={onChange} />
  ) : (
    <TextField
      label={field.kind === 'json' ? `${name}, as JSON` : name}
      type={field.kind === 'number' ? 'number' : 'text'}
      value={draft}
      onChange={onChange}
      {...(field.kind === 'json' ? { rows: 4 } : {})}
    />
  );

/** Removes a person's value: then the machine's holds again. */
export const RemoveCorrectionButton = ({ path, name }: { path: JobPath; name: string }) => (
  <Action
    label="Remove…"
    title={`Remove the correction of ${name}`}
    scope="jobs:write"
    request={() => correctJob(path, { Remove: [name] })}
  >
    <p>The value of the machine holds again.</p>
  </Action>
);
