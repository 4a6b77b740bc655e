import { Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useHomeText } from '../i18n/home.ts'
import { layoutQuery } from '../market/reads/layout.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { defaultHome } from './sections/default-home.ts'
import { Sections } from './sections/sections.tsx'

/** The home that a site has published (GW-32), or the market's. */
export default function Home() {
  const { t } = useHomeText()
  const home = useQuery(layoutQuery('home'))
  if (home.isPending)
    return (
      <div className="page grid min-h-dvh content-start gap-6 pt-9" aria-busy="true">
        <Skeleton className="aspect-[16/10] rounded-lg md:aspect-[16/6]" />
      </div>
    )
  if (home.isError)
    return (
      <div className="page mt-10">
        <LoadError error={home.error} retry={() => void home.refetch()} />
      </div>
    )
  return <Sections sections={home.data ?? defaultHome(t)} />
}
