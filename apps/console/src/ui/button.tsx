import { useId, type ReactNode } from 'react';

/** How a button looks: what it does decides. */
export type Tone = 'plain' | 'primary' | 'danger';

const tones: Record<Tone, string> = {
  plain: 'border-line bg-panel',
  primary: 'border-accent bg-accent text-on-accent',
  danger: 'border-bad text-bad bg-panel',
};

interface ButtonProps {
  children: ReactNode;
  onClick?: () => void;
  type?: 'button' | 'submit';
  tone?: Tone;
  /** Why it cannot be pressed. It stays focusable, so that the reason can be read. */
  reason?: string | undefined;
  busy?: boolean;
  label?: string;
}

/** A button that says why it cannot be pressed, when it cannot. */
export function Button({
  children,
  onClick,
  type = 'button',
  tone = 'plain',
  reason,
  busy = false,
  label,
}: ButtonProps) {
  const id = useId();
  const off = reason !== undefined || busy;
  return (
    <span className="group relative inline-block">
      <button
        type={type}
        aria-label={label}
        aria-disabled={off || undefined}
        aria-describedby={reason === undefined ? undefined : id}
        aria-busy={busy || undefined}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.();
        }}
        className={`rounded border px-3 py-1 whitespace-nowrap ${tones[tone]} ${off ? 'cursor-not-allowed border-dashed' : 'cursor-pointer hover:underline'}`}
      >
        {children}
      </button>
      {reason !== undefined && (
        <span
          id={id}
          role="tooltip"
          className="border-line bg-panel text-ink absolute top-full left-0 z-10 mt-1 hidden w-64 rounded border p-2 text-left whitespace-normal shadow group-focus-within:block group-hover:block"
        >
          {reason}
        </span>
      )}
    </span>
  );
}
