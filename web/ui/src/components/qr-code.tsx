import encodeQR from 'qr'

/** Of a QR code, on each side (ISO 18004). */
const QUIET = 4

/** A text as a QR code: dark on white in both themes, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: QUIET })
  const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-md bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
