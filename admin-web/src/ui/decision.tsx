import { zodResolver } from '@hookform/resolvers/zod'
import { queryClient } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type TextKey, useText } from '../i18n/index.ts'
import { type Conflict as ConflictFacts, conflictOf } from '../lib/conflict.ts'
import { happened } from '../lib/happened.ts'
import { usePermissions } from '../lib/permissions.ts'
import { codeOf, messageOf } from '../lib/refusal.ts'
import { Moment } from './moment.tsx'
import { ReasonTemplates } from './reason-templates.tsx'

type Props = {
  title: string
  /** what it will do */
  children: ReactNode
  /** AW-3: typed by hand before anything happens; undefined for what can be taken back */
  word?: string
  /** who reads the reason, where it isn't the audit log alone */
  hint?: string
  /** words that are often the reason, to begin with */
  templates?: readonly TextKey[]
  /** the contract's own schema of the reason; absent: the call takes none */
  reason?: z.ZodType<string, string> | undefined
  act: (reason: string) => Promise<unknown>
  /** begins the keys of everything that it makes old */
  stale: readonly string[]
  /** what it was done to, as the audit log names it */
  target: string
  /** AW-5: the next one of the queue, if there is one */
  onNext?: (() => void) | undefined
  /** it takes something away from somebody, or can't be taken back */
  isDestructive?: boolean
  /** it would be refused: nothing can be sent */
  isBlocked?: boolean
  /** what has become of it, where sending it is not the end */
  outcome?: ReactNode
  /** `isDone`: it was decided */
  onClose: (isDone: boolean) => void
}

/** AW-3: what can't be taken back is confirmed by a typed word and a reason, and its result leads to the audit log. */
export function DecisionDialog(props: Props) {
  const { title, onClose } = props
  const [isDone, setDone] = useState(false)
  return (
    <Dialog title={title} onClose={() => onClose(isDone)}>
      {isDone ? <Done {...props} /> : <Form {...props} onDone={() => setDone(true)} />}
    </Dialog>
  )
}

function Form({
  children,
  word,
  hint,
  templates = [],
  reason,
  act,
  stale,
  onDone,
  onClose,
  title,
  isDestructive = false,
  isBlocked = false,
}: Props & { onDone: () => void }) {
  const { t } = useText()
  const id = useId()
  const [failure, setFailure] = useState<unknown>()
  const schema = z.object({
    reason: reason ?? z.string(),
    word:
      word === undefined
        ? z.string()
        : z
            .string()
            .trim()
            .refine((typed) => typed === word),
  })
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { reason: '', word: '' },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ reason: given }) => {
    setFailure(undefined)
    try {
      await act(given)
      await makeOld(stale)
      onDone()
    } catch (error) {
      setFailure(error)
      // AW-4: what somebody else has done is shown, not written over
      if (codeOf(error) !== 'reauth_required') await makeOld(stale)
    }
  })
  const conflict = conflictOf(failure)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <div className="grid gap-2">{children}</div>
      {conflict ? (
        <Conflict {...conflict} />
      ) : (
        failure !== undefined && (
          <div role="alert">
            <Notice tone="bad">{messageOf(failure)}</Notice>
          </div>
        )
      )}
      {reason && (
        <div className="grid gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            {t('decision.reason')}
          </label>
          <textarea
            {...register('reason')}
            id={id}
            rows={3}
            aria-invalid={errors.reason ? true : undefined}
            aria-describedby={`${id}-note`}
            className="w-full rounded-md border border-line bg-surface px-4 py-3 focus-visible:border-leaf aria-invalid:border-chili"
          />
          <ReasonTemplates
            templates={templates}
            onChoose={(words) => setValue('reason', words, { shouldValidate: true })}
          />
          <p id={`${id}-note`} className={`text-sm ${errors.reason ? 'text-chili' : 'text-soft'}`}>
            {errors.reason ? t('decision.reasonNeeded') : (hint ?? t('decision.reasonHint'))}
          </p>
        </div>
      )}
      {word !== undefined && (
        <TextField
          {...register('word')}
          label={t('decision.word', { word })}
          autoComplete="off"
          spellCheck={false}
          error={errors.word && t('decision.wordWrong', { word })}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          look={isDestructive ? 'danger' : 'primary'}
          busy={isSubmitting}
          disabled={conflict !== undefined || isBlocked}
        >
          {title}
        </Button>
        <Button look="quiet" onClick={() => onClose(false)}>
          {t('decision.leave')}
        </Button>
      </div>
    </form>
  )
}

function makeOld(keys: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.includes(String(queryKey[0])) })
}

function Conflict({ by, at, what }: ConflictFacts) {
  const { t } = useText()
  const done = happened(what)
  return (
    <div role="alert">
      <Notice tone="bad">
        <p className="font-semibold">{t('decision.conflict')}</p>
        {by !== undefined && <p>{t('decision.conflictBy', { by })}</p>}
        {done && <p>{t(done)}</p>}
        {at !== undefined && <Moment at={at} />}
        <p>{t('decision.conflictText')}</p>
      </Notice>
    </div>
  )
}

/** What is done and needs nothing more is not there for long. */
const GONE_AFTER_MS = 8_000

function Done({ target, onNext, onClose, outcome }: Props) {
  const { t } = useText()
  const { can } = usePermissions()
  const close = useEffectEvent(() => onClose(true))
  const [isLookedAt, setLookedAt] = useState(false)
  const stays = isLookedAt || outcome !== undefined || onNext !== undefined
  useEffect(() => {
    if (stays) return
    const timer = window.setTimeout(close, GONE_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [stays])
  return (
    <div
      role="status"
      className="grid gap-5"
      onPointerMove={() => setLookedAt(true)}
      onKeyDown={() => setLookedAt(true)}
    >
      {outcome ?? <Notice tone="good">{t('decision.done')}</Notice>}
      {can('audit.read') && (
        <Link
          to="/audit"
          search={{ target_id: target }}
          onClick={() => onClose(true)}
          className="text-sm font-semibold text-leaf underline"
        >
          {t('decision.audit')}
        </Link>
      )}
      <div className="flex flex-wrap gap-3">
        {onNext && <Button onClick={onNext}>{t('decision.next')}</Button>}
        <Button look="quiet" onClick={() => onClose(true)}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  )
}
