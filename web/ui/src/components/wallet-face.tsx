import { Face } from './face.tsx'

const SIZE = 5
const MIDDLE = Math.ceil(SIZE / 2)

/** The fields of one half of the picture, with the middle: from as many digits of the address. */
function fieldsOf(address: string): [number, number][] {
  return Array.from({ length: SIZE * MIDDLE }, (_, index): [number, number] => [
    index % MIDDLE,
    Math.floor(index / MIDDLE),
  ]).filter((_, index) => Number.parseInt(address[10 + index] ?? '0', 16) % 2 === 0)
}

type Props = { address: string; picture?: string | null | undefined; className?: string }

/**
 * The picture that a wallet's person chose, else one made of the address, the same at both sides, so that a wallet is
 * recognised again.
 */
export function WalletFace({ address, picture, className = 'size-4' }: Props) {
  if (picture) return <Face picture={picture} className={className} />
  const [ground, ink] = [2, 6].map((at) => Number.parseInt(address.slice(at, at + 4), 16) % 360)
  const path = fieldsOf(address)
    .flatMap(([x, y]) => [...new Set([x, SIZE - 1 - x])].map((column) => `M${column + 1} ${y + 1}h1v1h-1z`))
    .join('')
  return (
    <svg aria-hidden="true" viewBox="0 0 7 7" className={`shrink-0 rounded-full ${className}`}>
      <rect width="7" height="7" fill={`hsl(${ground} 48% 88%)`} />
      <path d={path} fill={`hsl(${ink} 62% 36%)`} shapeRendering="crispEdges" />
    </svg>
  )
}
