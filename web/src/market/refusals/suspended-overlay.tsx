/** Over the blurred picture of what must not be traded (MO-7). */
export function SuspendedOverlay({ text, detail }: { text: string; detail: string }) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-black/50 p-6 text-center text-white">
      <p className="max-w-xs">
        <strong className="title block text-2xl">{text}</strong>
        <span className="mt-2 block text-sm">{detail}</span>
      </p>
    </div>
  )
}
