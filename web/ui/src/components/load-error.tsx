import type { ReactNode } from 'react'
import { useText } from '../i18n/words.ts'
import { Button } from './button.tsx'

type Props = {
  message: string
  retry: () => void
  /** there is nothing to try again: where else to go */
  instead?: ReactNode
  isPage?: boolean | undefined
}

/** A part of a screen that could not be read, with a way to try again, or another way out. */
export function LoadError({ message, retry, instead, isPage }: Props) {
  const { t } = useText()
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-3 rounded-lg px-6 py-10 text-center ${instead ? 'bg-sunken' : 'bg-chili-wash'}`}
    >
      <Title className="text-base font-normal text-ink">{message}</Title>
      {instead ?? (
        <Button look="quiet" size="small" onClick={retry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
