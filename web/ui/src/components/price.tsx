/** The price of what is for sale, on its card. `text` comes from `../format/money.ts`. */
export function PriceTag({ text, className = '' }: { text: string; className?: string }) {
  return <span className={`price-tag ${className}`}>{text}</span>
}
