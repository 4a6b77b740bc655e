import { QrCode } from '@talad/ui/components/qr-code'
import { Empty } from '@talad/ui/components/status'
import { useText } from '../../../i18n/index.ts'
import type { PoolCode } from './api.ts'

/** Codes to be cut out: on paper 8 rows of 3 fill what the margins leave of an A4 sheet (269 mm). */
export function Sheet({ codes, name }: { codes: readonly Pick<PoolCode, '_id' | 'code'>[]; name: string }) {
  const { t } = useText()
  if (codes.length === 0) return <Empty title={t('sheets.none')} />
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 print:grid-cols-3 print:gap-0 print:text-black">
      {codes.map(({ _id, code }) => (
        <li
          key={_id}
          className="flex h-32 break-inside-avoid items-center gap-2 border border-dashed border-line bg-white p-2 text-black print:h-[32mm]"
        >
          <span className="w-24 shrink-0">
            <QrCode text={code} label={t('sheets.qr', { code })} />
          </span>
          <span className="grid min-w-0 gap-1">
            <span className="truncate text-xs">{name}</span>
            <span className="font-mono text-sm wrap-anywhere">{code}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
