import { lazyPart } from '@talad/ui/components/part'

/** The window of the search, which header and bottom bar open. */
export const SearchDialog = lazyPart(() => import('./search/search-dialog.tsx'))
