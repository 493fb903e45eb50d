import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** A database whose collections answer queries by id and by non-unique indexes; in the library, those read every document. */
class IndexedDatabase extends H2Database {
    /** The constructor of the library opens collections before this class could keep the store in a field. */
    private static final ThreadLocal<MVStore> OPENING = new ThreadLocal<>();
    /** The selection with which a pipeline begins, until its collection is read. */
    private static final ThreadLocal<Document> MATCH = new ThreadLocal<>();

    private final MVStore store;

    private IndexedDatabase(String name, MVStore store, CursorRegistry cursors) {
        super(name, store, cursors);
        this.store = store;
    }

    static IndexedDatabase open(String name, MVStore store, CursorRegistry cursors) {
        OPENING.set(store);
        try {
            return new IndexedDatabase(name, store, cursors);
        } finally {
            OPENING.remove();
        }
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
        MVStore opened = store == null ? OPENING.get() : store;
        // The names of the library: a file that it wrote stays readable.
        MVMap<Object, Document> data = opened.openMap("databases." + getFullCollectionNamespace(name));
        MVMap<String, Object> meta = opened.openMap("meta." + getFullCollectionNamespace(name));
        return new IndexedCollection(this, name, options, data, meta, cursorRegistry);
    }

    @Override
    protected Index<Object> openOrCreateSecondaryIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        return new SortedIndex(name, keys);
    }

    /** The field that a partial index requires; `null` if the index is not partial. */
    private String requiredFieldOf(String collection, Index<Object> index) {
        Document named = new Document("ns", getFullCollectionNamespace(collection)).append("name", index.getName());
        for (Document description : getOrCreateIndexesCollection().handleQuery(named)) {
            if (description.get("partialFilterExpression") instanceof Document required && required.size() == 1) {
                return required.keySet().iterator().next();
            }
        }
        return null;
    }

    /** Runs a command. A pipeline that begins with `$match` reads what its indexes select, not the whole collection. */
    static Document withMatch(String command, Document query, Supplier<Document> run) {
        boolean aggregates = command.equalsIgnoreCase("aggregate") && query.get("pipeline") instanceof List<?>;
        List<?> stages = aggregates ? (List<?>) query.get("pipeline") : List.of();
        if (stages.isEmpty() || !(((Document) stages.get(0)).get("$match") instanceof Document match)) {
            return run.get();
        }
        MATCH.set(match);
        try {
            return run.get();
        } finally {
            MATCH.remove();
        }
    }

    private static final class IndexedCollection extends H2Collection {
        private final IndexedDatabase database;

        IndexedCollection(
            IndexedDatabase database, String name, CollectionOptions options, MVMap<Object, Document> data,
            MVMap<String, Object> meta, CursorRegistry cursors) {
            super(database, name, options, data, meta, cursors);
            this.database = database;
        }

        @Override
        public Stream<Document> queryAllAsStream() {
            Document match = MATCH.get();
            // Only of the collection that the pipeline begins with: the stage that comes next applies the selection itself.
            MATCH.remove();
            return match == null ? super.queryAllAsStream() : handleQueryAsStream(match);
        }

        /** To know the size of a collection, the library encodes each document again with each change. */
        @Override
        protected boolean tracksDataSize() {
            return false;
        }

        /** The library counts while others write. */
        @Override
        public synchronized int count(Document query, int skip, int limit) {
            return super.count(query, skip, limit);
        }

        @Override
        protected QueryResult queryDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
            List<Object> ids = idsOf(query);
            if (ids != null) {
                return matchAt(ids.stream(), query, orderBy, skip, limit, batchSize, fields);
            }
            boolean isNatural = orderBy != null && orderBy.containsKey("$natural");
            List<SortedIndex> indexes = isNatural ? List.of() : builtIndexes();
            QueryPlan plan = indexes.isEmpty()
                ? null
                : QueryPlan.choose(indexes, new QueryConditions(query), orderBy, limit == 0 ? 0 : limit + skip);
            if (plan == null) {
                return super.queryDocuments(query, orderBy, skip, limit, batchSize, fields);
            }
            return matchAt(plan.positions(), query, plan.isSorted ? null : orderBy, skip, limit, batchSize, fields);
        }

        private QueryResult matchAt(
            Stream<Object> positions, Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
            Stream<Document> documents = positions.map(this::getDocument).filter(Objects::nonNull);
            return matchDocumentsFromStream(documents, query, orderBy, skip, limit, batchSize, fields);
        }

        /** The ids that a query names; `null` if it does not, or if their positions differ from them. */
        private static List<Object> idsOf(Document query) {
            Object id = query.get("_id");
            if (isPosition(id)) {
                return List.of(id);
            }
            if (!(id instanceof Document operators) || !(operators.get("$in") instanceof Collection<?> options)) {
                return null;
            }
            boolean areAll = options.stream().allMatch(IndexedCollection::isPosition);
            return areAll ? options.stream().distinct().sorted(ValueComparator.asc()).map(Object.class::cast).toList() : null;
        }

        private static boolean isPosition(Object id) {
            return id instanceof String || id instanceof ObjectId;
        }

        /** All indexes, which one pass over the documents builds where it has not been done. */
        private List<SortedIndex> builtIndexes() {
            List<SortedIndex> indexes = new ArrayList<>();
            List<SortedIndex> missing = new ArrayList<>();
            for (Index<Object> index : getIndexes()) {
                if (index instanceof SortedIndex sorted) {
                    indexes.add(sorted);
                    if (!sorted.isBuilt()) {
                        missing.add(sorted);
                        sorted.startBuilding(database.requiredFieldOf(getCollectionName(), sorted));
                    }
                }
            }
            if (!missing.isEmpty()) {
                build(missing);
            }
            return indexes;
        }

        private void build(List<SortedIndex> missing) {
            try {
                streamAllDocumentsWithPosition().forEach(
                    at -> missing.forEach(index -> index.add(at.getDocument(), at.getPosition(), this)));
            } catch (RuntimeException | Error broken) {
                // Half of an index would hide documents.
                missing.forEach(SortedIndex::drop);
                throw broken;
            }
        }
    }
}
