import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.function.Supplier;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** A database whose collections answer queries by id and by non-unique indexes; in the library, those read every document. */
class IndexedDatabase extends H2Database {
    /** The selection with which a pipeline begins, until its collection is read. */
    private static final ThreadLocal<Document> MATCH = new ThreadLocal<>();

    IndexedDatabase(String name, CursorRegistry cursors) {
        super(name, OutdialMongoServer.committer().store(), cursors);
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(String name, CollectionOptions options) {
        return new IndexedCollection(this, name, options, dataOf(name), cursorRegistry);
    }

    /** The first write creates a collection and its index. */
    @Override
    protected MongoCollection<Object> resolveOrCreateCollection(String name) {
        MongoCollection<Object> existing = resolveCollection(name, false);
        return existing == null
            ? OutdialMongoServer.committer().changeSchema(() -> super.resolveOrCreateCollection(name))
            : existing;
    }

    @Override
    protected Index<Object> openOrCreateUniqueIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        if (keys.size() > 1 || !keys.get(0).getKey().equals("_id")) {
            return super.openOrCreateUniqueIndex(collection, name, keys, sparse);
        }
        MVMap<KeyValue, Object> others = store().openMap(getFullCollectionNamespace(collection) + "._index_" + name);
        return new IdIndex(name, keys, dataOf(collection), others);
    }

    /** Under the name of the library, so that a file that it wrote stays readable. */
    private MVMap<Object, Object> dataOf(String collection) {
        MVMap.Builder<Object, Object> typed = new MVMap.Builder<Object, Object>().keyType(StoredType.SHARED).valueType(StoredType.SHARED);
        return store().openMap("databases." + getFullCollectionNamespace(collection), typed);
    }

    /** Not a field: the constructor of the library opens collections before it could be set. */
    private static MVStore store() {
        return OutdialMongoServer.committer().store();
    }

    /** Changes one document. */
    <T> T change(Supplier<T> change) {
        return OutdialMongoServer.committer().change(change);
    }

    @Override
    protected Index<Object> openOrCreateSecondaryIndex(String collection, String name, List<IndexKey> keys, boolean sparse) {
        return new SortedIndex(name, keys);
    }

    /** The field that a partial index requires; `null` if the index is not partial. */
    String requiredFieldOf(String collection, Index<Object> index) {
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

    /** The selection with which the pipeline begins that this thread runs, once; `null` if there is none. */
    static Document takeMatch() {
        Document match = MATCH.get();
        MATCH.remove();
        return match;
    }
}
