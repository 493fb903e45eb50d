import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import org.h2.mvstore.MVMap;

/**
 * The index of the ids of a collection. A text or an ObjectId is the position of its document, so the documents themselves
 * are the index; in the library, each look-up serializes about thirty objects to compare them. Ids of other types, which
 * may be equal in several ways (1 and 1.0), are kept as the library does.
 */
final class IdIndex extends AbstractUniqueIndex<Object> {
    private final MVMap<Object, Object> data;
    /** Positions by id. A file of an earlier version has every id here. */
    private final MVMap<KeyValue, Object> others;

    IdIndex(String name, List<IndexKey> keys, MVMap<Object, Object> data, MVMap<KeyValue, Object> others) {
        super(name, keys, false);
        this.data = data;
        this.others = others;
    }

    /** Whether the position of a document with this id is the id. */
    static boolean isPosition(Object id) {
        return id instanceof String || id instanceof ObjectId;
    }

    @Override
    protected Object getPosition(KeyValue key) {
        Object id = key.get(0);
        if (!isPosition(id)) {
            return others.get(key);
        }
        return data.containsKey(id) ? id : null;
    }

    /** The collection removes the document itself after this. */
    @Override
    protected Object removeDocument(KeyValue key) {
        return isPosition(key.get(0)) ? getPosition(key) : others.remove(key);
    }

    @Override
    protected boolean putKeyPosition(KeyValue key, Object position) {
        return others.putIfAbsent(key, position) == null;
    }

    @Override
    public synchronized void checkAdd(Document document, MongoCollection<Object> collection) {
        StoredDocument.requireStorable(document);
        super.checkAdd(document, collection);
    }

    /** Called for each index before one is changed. */
    @Override
    public synchronized void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {
        StoredDocument.requireStorable(after);
        super.checkUpdate(before, after, collection);
    }

    /** The document is stored by now, and `checkAdd` looked for its id before that. */
    @Override
    public synchronized void add(Document document, Object position, MongoCollection<Object> collection) {
        if (!isPosition(position)) {
            super.add(document, position, collection);
        }
    }

    @Override
    protected Iterable<Entry<KeyValue, Object>> getIterable() {
        List<Entry<KeyValue, Object>> all = new ArrayList<>();
        data.keySet().stream().filter(IdIndex::isPosition).forEach(id -> all.add(Map.entry(new KeyValue(id), id)));
        others.entrySet().stream().filter(entry -> !isPosition(entry.getKey().get(0))).forEach(all::add);
        return all;
    }

    @Override
    public long getCount() {
        return data.sizeAsLong();
    }

    /** Says `false`, because the library fills an index that is empty when it is added, and this one never is. */
    @Override
    public boolean isEmpty() {
        return false;
    }

    @Override
    public long getDataSize() {
        return getCount();
    }
}
