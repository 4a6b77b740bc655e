export {
  followLog as startProjection,
  type ReadModel as Projection,
  rebuildReadModel as rebuildProjection,
} from './read-model.ts'
