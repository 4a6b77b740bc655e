import { Button } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../i18n/index.ts'
import { useFaultText } from './fault-words.ts'

type Props = {
  title: string
  hint: string
  /** it is said at this level */
  isSaid: boolean
  /** what the collection says, drawn; undefined: it says nothing, or there is no level above */
  inherited?: ReactNode
  /** keys of this level are merged with those of the collection (CA-59) */
  merges?: boolean
  /** of the module as a whole */
  fault?: string | undefined
  onSay: () => void
  onUnsay: () => void
  /** the fields */
  children: ReactNode
}

/** One module of a payload: what is said here, or what comes from the collection (CA-59). */
export function Module(props: Props) {
  const { title, hint, isSaid, inherited, merges = false, fault, onSay, onUnsay, children } = props
  const { t } = useText()
  const id = useId()
  const words = useFaultText()
  const isInherited = inherited !== undefined && inherited !== null
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-md border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 id={id} className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {isInherited && (
            <Badge tone={isSaid ? 'wait' : 'calm'}>
              {t(isSaid ? (merges ? 'payload.merged' : 'payload.overridden') : 'payload.inherited')}
            </Badge>
          )}
        </h4>
        {isSaid ? (
          <Button
            look="plain"
            size="small"
            onClick={onUnsay}
            aria-label={`${t(isInherited ? 'payload.inherit' : 'payload.unsay')}: ${title}`}
          >
            {t(isInherited ? 'payload.inherit' : 'payload.unsay')}
          </Button>
        ) : (
          <Button
            look="quiet"
            size="small"
            onClick={onSay}
            aria-label={`${t(isInherited ? 'payload.override' : 'payload.say')}: ${title}`}
          >
            {t(isInherited ? 'payload.override' : 'payload.say')}
          </Button>
        )}
      </div>
      <p className="text-sm text-soft">{hint}</p>
      {fault !== undefined && (
        <p role="alert" className="text-sm text-chili">
          {words(fault)}
        </p>
      )}
      {isInherited && (!isSaid || merges) && (
        <div className="rounded-sm bg-sunken px-3 py-2 text-sm">
          <p className="text-xs text-soft">{t('payload.fromCollection')}</p>
          {inherited}
        </div>
      )}
      {isSaid && children}
    </section>
  )
}
