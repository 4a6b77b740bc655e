import { Button } from '@talad/ui/components/button'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../features/project/api.ts'
import { SHEET_CODES, sheetQuery } from '../features/project/coupons/api.ts'
import { Sheet } from '../features/project/coupons/sheet.tsx'
import { useText } from '../i18n/index.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Loaded } from '../ui/loaded.tsx'

/** /projects/{id}/coupons/sheets: codes that are free, as A4 sheets to be cut, 3 by 8. */
export default function ProjectCouponSheetsPage() {
  const { t } = useText()
  const { project } = useProject()
  const { search, change } = useAddress()
  const index = Math.max(0, Number.parseInt(search.at ?? '0', 10) || 0)
  const name = search.pool ?? ''
  const query = useQuery(sheetQuery({ space_id: project._id, pool_name: name }, index))
  return (
    <div className="grid gap-4">
      <title>{t('sheets.title', { name })}</title>
      <h2 className="text-lg wrap-anywhere print:hidden">{t('sheets.title', { name })}</h2>
      <Loaded query={query}>
        {({ list, total }) => (
          <>
            <div className="flex flex-wrap items-center gap-3 print:hidden">
              <Button size="small" onClick={() => window.print()}>
                {t('sheets.print')}
              </Button>
              <Button
                size="small"
                look="quiet"
                disabled={index === 0}
                onClick={() => change({ at: String(index - 1) })}
              >
                {t('sheets.before')}
              </Button>
              <Button
                size="small"
                look="quiet"
                disabled={(index + 1) * SHEET_CODES >= (total ?? 0)}
                onClick={() => change({ at: String(index + 1) })}
              >
                {t('sheets.next')}
              </Button>
              <p className="text-sm text-soft">
                {t('sheets.which', {
                  from: formatCount(index * SHEET_CODES + 1),
                  to: formatCount(Math.min(total ?? 0, (index + 1) * SHEET_CODES)),
                  total: formatCount(total ?? 0),
                })}
              </p>
            </div>
            <Sheet codes={list.filter(({ free }) => free)} name={name} />
          </>
        )}
      </Loaded>
    </div>
  )
}
