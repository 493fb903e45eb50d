import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoCollection;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.Assert;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.h2.mvstore.MVMap;

/** A collection that answers queries by id and by non-unique indexes, and has commits between the changes of documents. */
final class IndexedCollection extends AbstractSynchronizedMongoCollection<Object> {
    private final IndexedDatabase database;
    /** Documents by id, as {@link StoredDocument} encodes them. */
    private final MVMap<Object, Object> data;

    IndexedCollection(
        IndexedDatabase database, String name, CollectionOptions options, MVMap<Object, Object> data, CursorRegistry cursors) {
        super(database, name, options, cursors);
        this.database = database;
        this.data = data;
    }

    @Override
    public synchronized void addDocument(Document document) {
        change(() -> super.addDocument(document));
    }

    @Override
    public synchronized void removeDocument(Document document) {
        change(() -> super.removeDocument(document));
    }

    @Override
    public synchronized Document findAndModify(Document query) {
        return database.change(() -> super.findAndModify(query));
    }

    @Override
    public synchronized void addIndex(Index<Object> index) {
        change(() -> super.addIndex(index));
    }

    @Override
    public synchronized void dropIndex(String name) {
        super.dropIndex(name);
    }

    /** Changes one document after the other: the library's own way is one long change. */
    @Override
    public synchronized Document updateDocuments(
        Document selector, Document update, ArrayFilters filters, boolean isMulti, boolean isUpsert, Oplog oplog) {
        List<Object> ids = isMulti ? selectIds(selector) : List.of();
        if (ids.isEmpty() || !ids.stream().allMatch(IdIndex::isPosition)) {
            return database.change(() -> super.updateDocuments(selector, update, filters, isMulti, isUpsert, oplog));
        }
        int matched = 0;
        int modified = 0;
        for (Object id : ids) {
            Document one = selector.clone();
            one.put("_id", id);
            Document result = database.change(() -> super.updateDocuments(one, update, filters, true, false, oplog));
            matched += (int) result.get("n");
            modified += (int) result.get("nModified");
        }
        return new Document("n", matched).append("nModified", modified);
    }

    private List<Object> selectIds(Document selector) {
        List<Object> ids = new ArrayList<>();
        queryDocuments(selector, null, 0, 0, 0, new Document("_id", 1)).forEach(found -> ids.add(found.get("_id")));
        return ids;
    }

    private void change(Runnable change) {
        database.change(() -> {
            change.run();
            return null;
        });
    }

    @Override
    protected Object addDocumentInternal(Document document) {
        Object id = getIdField() == null ? UUID.randomUUID() : Utils.getSubdocumentValue(document, getIdField());
        Object previous = data.put(Missing.ofNullable(id), StoredDocument.encode(document));
        Assert.isNull(previous, () -> "A document with the id " + id + " exists in " + this);
        return id;
    }

    @Override
    protected Document getDocument(Object position) {
        return StoredDocument.decode(data.get(position));
    }

    @Override
    protected void handleUpdate(Object position, Document before, Document after) {
        data.put(Missing.ofNullable(position), StoredDocument.encode(after));
    }

    @Override
    protected void removeDocument(Object position) {
        if (data.remove(position) == null) {
            throw new NoSuchElementException("No document at " + position);
        }
    }

    @Override
    protected Stream<DocumentWithPosition<Object>> streamAllDocumentsWithPosition() {
        return data.entrySet().stream().map(entry -> new DocumentWithPosition<>(StoredDocument.decode(entry.getValue()), entry.getKey()));
    }

    @Override
    protected QueryResult matchDocuments(
        Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        Stream<Document> all = isNaturalDescending(orderBy)
            ? streamAllDocumentsWithPosition()
                .sorted((one, other) -> ValueComparator.desc().compare(one.getPosition(), other.getPosition()))
                .map(DocumentWithPosition::getDocument)
            : data.values().stream().map(StoredDocument::decode);
        return matchDocumentsFromStream(all, query, orderBy, skip, limit, batchSize, fields);
    }

    @Override
    public int count() {
        return data.size();
    }

    @Override
    public boolean isEmpty() {
        return data.isEmpty();
    }

    /** To know the size of a collection, the library encodes each document again with each change. */
    @Override
    protected boolean tracksDataSize() {
        return false;
    }

    @Override
    protected void updateDataSize(int change) {
        // It is not tracked.
    }

    @Override
    protected int getDataSize() {
        return 0;
    }

    @Override
    public Stream<Document> queryAllAsStream() {
        // Only of the collection that the pipeline begins with: the stage that comes next applies the selection itself.
        Document match = IndexedDatabase.takeMatch();
        return match == null ? super.queryAllAsStream() : handleQueryAsStream(match);
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
        if (IdIndex.isPosition(id)) {
            return List.of(id);
        }
        if (!(id instanceof Document operators) || !(operators.get("$in") instanceof Collection<?> options)) {
            return null;
        }
        boolean areAll = options.stream().allMatch(IdIndex::isPosition);
        return areAll ? options.stream().distinct().sorted(ValueComparator.asc()).map(Object.class::cast).toList() : null;
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
