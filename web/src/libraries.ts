/** What the app stands on, in a file of its own (`../build-chunks.ts`): it is run by itself, before the app is. */
import 'react-dom/client'
