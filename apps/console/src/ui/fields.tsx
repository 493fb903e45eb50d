import type { ReactNode } from 'react';

interface FieldProps {
  label: string;
  /** What may be entered, or why. */
  hint?: string;
  children: ReactNode;
}

/** A label above its control. */
export const Field = ({ label, hint, children }: FieldProps) => (
  <label className="block">
    <span className="block font-medium">{label}</span>
    {children}
    {hint !== undefined && <span className="text-muted block">{hint}</span>}
  </label>
);

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  type?: 'text' | 'password' | 'datetime-local' | 'number' | 'url' | 'tel' | 'date';
  rows?: number;
}

/** A field for text; with `rows`, one of several lines. */
export const TextField = ({ label, value, onChange, hint, type = 'text', rows }: TextFieldProps) => (
  <Field label={label} {...(hint === undefined ? {} : { hint })}>
    {rows === undefined ? (
      <input
        type={type}
        step={type === 'datetime-local' ? 1 : undefined}
        className="w-full"
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    ) : (
      <textarea
        rows={rows}
        className="w-full font-mono text-xs"
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value | '';
  options: readonly (readonly [Value, string])[];
  /** What the empty choice says; without it there is none. */
  none?: string;
  onChange: (value: Value | '') => void;
}

/** A choice of one. */
export const SelectField = <Value extends string>({
  label,
  value,
  options,
  none,
  onChange,
}: SelectFieldProps<Value>) => (
  <Field label={label}>
    <select className="w-full" value={value} onChange={(event) => onChange(event.target.value as Value | '')}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  </Field>
);

/** A box to check. */
export const CheckField = ({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => (
  <label className="flex items-center gap-2">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);
