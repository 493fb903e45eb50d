import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a query requires of single fields, as far as an index can answer it. Every document that the query selects
 * meets these conditions; others may meet them too, so the query itself is still applied to each document.
 */
final class QueryConditions {
    /** The values of which a field has one. */
    private final Map<String, List<Object>> values = new HashMap<>();
    private final Map<String, Object> lowest = new HashMap<>();
    private final Map<String, Object> highest = new HashMap<>();

    QueryConditions(Document query) {
        read(query);
    }

    List<Object> valuesOf(String field) {
        return values.get(field);
    }

    /** Inclusive, also where the query excludes it. */
    Object lowestOf(String field) {
        return lowest.get(field);
    }

    /** Inclusive, also where the query excludes it. */
    Object highestOf(String field) {
        return highest.get(field);
    }

    boolean restricts(String field) {
        return values.containsKey(field) || lowest.containsKey(field) || highest.containsKey(field);
    }

    private void read(Document query) {
        for (Map.Entry<String, Object> condition : query.entrySet()) {
            String field = condition.getKey();
            Object required = condition.getValue();
            if (field.equals("$and") && required instanceof Collection<?> parts) {
                parts.forEach(part -> read((Document) part));
            } else if (required instanceof Document operators) {
                operators.entrySet().forEach(operator -> readOperator(field, operator.getKey(), operator.getValue()));
            } else if (SortedIndex.isComparable(required)) {
                values.put(field, List.of(SortedIndex.normalize(required)));
            }
        }
    }

    private void readOperator(String field, String operator, Object operand) {
        if (operator.equals("$in") && operand instanceof Collection<?> options) {
            readOptions(field, options);
            return;
        }
        if (!SortedIndex.isComparable(operand)) {
            return;
        }
        switch (operator) {
            case "$eq" -> values.put(field, List.of(SortedIndex.normalize(operand)));
            case "$gt", "$gte" -> lowest.put(field, SortedIndex.normalize(operand));
            case "$lt", "$lte" -> highest.put(field, SortedIndex.normalize(operand));
            default -> {
                // The query itself is applied later.
            }
        }
    }

    /** `null` selects documents without the field too, which an index cannot find; then nothing is required of the field. */
    private void readOptions(String field, Collection<?> options) {
        List<Object> comparable = new ArrayList<>();
        for (Object option : options) {
            if (!SortedIndex.isComparable(option)) {
                return;
            }
            Object normalized = SortedIndex.normalize(option);
            if (!comparable.contains(normalized)) {
                comparable.add(normalized);
            }
        }
        values.putIfAbsent(field, comparable);
    }
}
