import { useText } from '../i18n/words.ts'
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** The end of a list of which there is more. */
export function More({ pages }: { pages: Pages }) {
  const { t } = useText()
  if (!pages.hasNextPage) return null
  return (
    <div className="border-t border-line py-3 text-center">
      <Button
        look="plain"
        size="small"
        busy={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {t('common.more')}
      </Button>
    </div>
  )
}
