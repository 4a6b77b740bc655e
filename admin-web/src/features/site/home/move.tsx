type MoveProps = { label: string; sign: string; isOff: boolean; act: () => void }

/** A small button that moves something in its list, or takes it out: named in full for who doesn't see the sign. */
export function Move({ label, sign, isOff, act }: MoveProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={act}
      className="size-10 shrink-0 rounded-sm text-lg hover:bg-sunken disabled:opacity-40"
    >
      {sign}
    </button>
  )
}
