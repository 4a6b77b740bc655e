import { Button } from '@talad/ui/components/button'
import { SelectField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../../i18n/index.ts'
import { messageOf } from '../../../../lib/refusal.ts'
import { type Campaign, readReach } from '../api.ts'
import { type ReachPage, sumReach } from './reach.ts'

/** How many accounts have what it asks for, counted page by page for as long as somebody looks. */
export function ReachPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const [of, setOf] = useState<'draft' | 'live'>('draft')
  const [pages, setPages] = useState<readonly ReachPage[]>([])
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])
  const sent = useMutation({
    mutationFn: async (which: 'draft' | 'live') => {
      run.current?.abort()
      const controller = new AbortController()
      run.current = controller
      const { signal } = controller
      setPages([])
      let cursor: string | undefined
      do {
        const page = await readReach(campaign._id, which, cursor, signal)
        if (signal.aborted) return
        setPages((before) => [...before, page])
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
    },
  })
  const sum = sumReach(pages)
  const words = ({ accounts, kind }: ReachPage['union']) =>
    kind === 'unknown' || accounts === null
      ? t('reach.unknown')
      : t(kind === 'exact' ? 'reach.exact' : 'reach.atLeast', { count: formatCount(accounts) })
  return (
    <section className="grid max-w-3xl gap-4 border-t border-line pt-5">
      <h3 className="text-base">{t('reach.title')}</h3>
      <p className="text-sm text-soft">{t('reach.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('reach.of')}
          value={of}
          options={[
            { value: 'draft', label: t('reach.draft') },
            { value: 'live', label: t('reach.live') },
          ]}
          onChange={({ target }) => setOf(target.value === 'live' ? 'live' : 'draft')}
        />
        <Button busy={sent.isPending} onClick={() => sent.mutate(of)}>
          {t('reach.count')}
        </Button>
      </div>
      {sent.error && !run.current?.signal.aborted && (
        <div role="alert">
          <Notice tone="bad">{messageOf(sent.error)}</Notice>
        </div>
      )}
      {sum && (
        <div className="grid gap-3">
          {sum.progress.total > 0 && (
            <label className="grid gap-1 text-sm text-soft">
              {t('reach.progress', {
                seen: formatCount(sum.progress.seen),
                total: formatCount(sum.progress.total),
              })}
              <progress value={sum.progress.seen} max={sum.progress.total} className="w-full accent-leaf" />
            </label>
          )}
          <dl className="divide-y divide-line text-sm">
            {sum.slots.map((slot) => (
              <div key={slot.slotId} className="flex justify-between gap-4 py-2">
                <dt className="wrap-anywhere">{slot.tag}</dt>
                <dd className="tabular-nums">{words(slot)}</dd>
              </div>
            ))}
            <div className="flex justify-between gap-4 py-2 font-semibold">
              <dt>{t('reach.union')}</dt>
              <dd className="tabular-nums">{words(sum.union)}</dd>
            </div>
          </dl>
        </div>
      )}
    </section>
  )
}
