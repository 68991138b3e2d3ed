package main

import (
	"context"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

// definition gives a kind with a spec of one list, a status, and a scale.
func definition(group, plural, kind string) *apiextensionsv1.CustomResourceDefinition {
	least, preserve := float64(1), true
	count := apiextensionsv1.JSONSchemaProps{Type: "integer", Minimum: &least, Default: &apiextensionsv1.JSON{Raw: []byte("1")}}
	books := apiextensionsv1.JSONSchemaProps{Type: "array", Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{Type: "string", MinLength: new(int64)}}}
	labels := ".status.selector"
	properties := map[string]apiextensionsv1.JSONSchemaProps{
		"spec": {
			Type: "object", Required: []string{"books"},
			Properties:   map[string]apiextensionsv1.JSONSchemaProps{"books": books, "copies": count},
			XValidations: apiextensionsv1.ValidationRules{{Rule: "self.books.all(b, b != 'forbidden')", Message: "not that one"}},
		},
		"status": {Type: "object", XPreserveUnknownFields: &preserve},
	}
	version := apiextensionsv1.CustomResourceDefinitionVersion{
		Name: "v1", Served: true, Storage: true,
		Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{Type: "object", Properties: properties}},
		Subresources: &apiextensionsv1.CustomResourceSubresources{
			Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
			Scale:  &apiextensionsv1.CustomResourceSubresourceScale{SpecReplicasPath: ".spec.copies", StatusReplicasPath: ".status.copies", LabelSelectorPath: &labels},
		},
	}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: plural + "." + group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: group, Scope: apiextensionsv1.NamespaceScoped,
			Names:    apiextensionsv1.CustomResourceDefinitionNames{Plural: plural, Kind: kind},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{version},
		},
	}
}

// install makes a definition and waits as envtest does: until its kind is in discovery.
func install(ctx context.Context, at *place, made *apiextensionsv1.CustomResourceDefinition) (*apiextensionsv1.CustomResourceDefinition, error) {
	client := at.extensions.ApiextensionsV1().CustomResourceDefinitions()
	if _, err := client.Create(ctx, made, metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	var found *apiextensionsv1.CustomResourceDefinition
	err := until(ctx, "the definition to be established", func(ctx context.Context) (bool, error) {
		var err error
		if found, err = client.Get(ctx, made.Name, metav1.GetOptions{}); err != nil {
			return false, err
		}
		for _, condition := range found.Status.Conditions {
			if condition.Type == apiextensionsv1.Established && condition.Status == apiextensionsv1.ConditionTrue {
				return true, nil
			}
		}
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	return found, until(ctx, "the kind to be in discovery", func(context.Context) (bool, error) {
		list, err := at.kube.Discovery().ServerResourcesForGroupVersion(made.Spec.Group + "/v1")
		if apierrors.IsNotFound(err) || list == nil {
			return false, nil
		}
		return len(list.APIResources) >= 2, err
	})
}

func book(title string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "go.reeve.dev/v1", "kind": "Shelf", "metadata": map[string]any{"name": "shelf"},
		"spec": map[string]any{"books": []any{title}, "pruned": "away"},
	}}
}

func defineKind(ctx context.Context, at *place) (any, error) {
	made := definition("go.reeve.dev", "shelves", "Shelf")
	found, err := install(ctx, at, made)
	if err != nil {
		return nil, err
	}
	result := map[string]any{"definition": plain(found.Spec), "names": plain(found.Status.AcceptedNames), "stored": found.Status.StoredVersions}
	list, err := at.kube.Discovery().ServerResourcesForGroupVersion("go.reeve.dev/v1")
	if err != nil {
		return result, err
	}
	result["discovery"] = linesOf(list)
	client := at.dynamic.Resource(schema.GroupVersionResource{Group: "go.reeve.dev", Version: "v1", Resource: "shelves"}).Namespace(at.namespace)
	refusals := map[string]any{}
	forbidden := book("forbidden")
	forbidden.SetName("forbidden")
	_, err = client.Create(ctx, forbidden, metav1.CreateOptions{})
	refusals["rule"] = why(err)
	bad := book("a")
	bad.Object["spec"] = map[string]any{"copies": int64(0)}
	_, err = client.Create(ctx, bad, metav1.CreateOptions{})
	refusals["schema"] = why(err)
	_, err = client.Create(ctx, book("a"), metav1.CreateOptions{FieldValidation: "Strict"})
	refusals["strict"] = why(err)
	pathless := "status.selector"
	crooked := definition("crooked.reeve.dev", "shelves", "Shelf")
	crooked.Spec.Versions[0].Subresources.Scale.LabelSelectorPath = &pathless
	_, err = at.extensions.ApiextensionsV1().CustomResourceDefinitions().Create(ctx, crooked, metav1.CreateOptions{})
	refusals["definition"] = why(err)
	result["refusals"] = refusals
	created, err := client.Create(ctx, book("a"), metav1.CreateOptions{})
	if err != nil {
		return result, err
	}
	result["created"] = plain(created)
	created.Object["status"] = map[string]any{"copies": int64(1), "selector": "a=b"}
	created.Object["spec"] = map[string]any{"books": []any{"ignored"}}
	written, err := client.UpdateStatus(ctx, created, metav1.UpdateOptions{FieldManager: "writer"})
	if err != nil {
		return result, err
	}
	result["status"] = []any{plain(written), managersOf(written)}
	_, err = client.Patch(ctx, "shelf", types.StrategicMergePatchType, []byte(`{}`), metav1.PatchOptions{})
	result["strategic"] = why(err)
	scaled, err := client.Patch(ctx, "shelf", types.MergePatchType, []byte(`{"spec":{"replicas":4}}`), metav1.PatchOptions{}, "scale")
	result["scaled"] = []any{plain(scaled), why(err)}
	if err := at.extensions.ApiextensionsV1().CustomResourceDefinitions().Delete(ctx, made.Name, metav1.DeleteOptions{}); err != nil {
		return result, err
	}
	return result, gone(ctx, "the kind", func() error {
		_, err := client.Get(ctx, "shelf", metav1.GetOptions{})
		if apierrors.IsMethodNotSupported(err) {
			return nil
		}
		return err
	})
}
