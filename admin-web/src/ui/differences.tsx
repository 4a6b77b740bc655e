import type { AuditLine } from '@talad/proto/http/moderation/audit'

/** `terms.basisPoints` as words: its places apart, each in small letters. */
export const fieldWords = (field: string) =>
  field
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}` : part))
    .join(' · ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** One change in a line: what was there and what is there now. */
export const changeText = ({ field, before, after }: AuditLine['changes'][number]) =>
  `${fieldWords(field)}: ${before ?? '–'} → ${after ?? '–'}`

/** GW-27: what a decision set to what. */
export function Differences({ changes }: Pick<AuditLine, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <ul className="grid gap-0.5 text-sm">
      {changes.map((change) => (
        <li key={change.field} className="wrap-anywhere">
          <span className="text-soft">{fieldWords(change.field)}:</span>{' '}
          {change.before !== null && <del className="text-soft">{change.before}</del>}
          {change.before !== null && ' → '}
          <span>{change.after ?? '–'}</span>
        </li>
      ))}
    </ul>
  )
}
